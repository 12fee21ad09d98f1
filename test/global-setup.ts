import { debianPrograms } from './debian.js'
import { foreignNodes, hasPrograms, newestNode, npmProgram } from './npm-programs.js'
import { tier } from './tier.js'

/** Sets of Debian packages that tests use, in the order in which they do. */
const sets = [
  ['age'],
  ['strace'],
  ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  ['chromium'],
  ['python3-opentimestamps'],
  ['nginx'],
  ['caddy'],
  ['prometheus'],
  ['systemd'],
]

/**
 * In a full run, fetches the Debian packages while tests run, and in a long one nodes from npm and the newest Node; a test that needs
 * one waits for it.
 */
export default function setup(): void {
  if (process.argv.slice(2).join(' ') !== 'run' || tier === 'quick') return
  // The test that needs them reports the error.
  void (async () => {
    const fromNpm = hasPrograms ? [newestNode, ...foreignNodes] : foreignNodes
    if (tier === 'long') for (const named of fromNpm) await npmProgram(named).catch(() => undefined)
    for (const packages of sets) await debianPrograms(packages).catch(() => undefined)
  })()
}
