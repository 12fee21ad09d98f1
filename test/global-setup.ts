import { refuseStale } from './built.js'
import { debianPrograms } from './debian.js'
import { foreignNodes, hasPrograms, newestNode, npmProgram, type Program } from './npm-programs.js'
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
 * A quick run needs what is built. A full one fetches the Debian packages while tests run, and a long one nodes from npm and the newest
 * Node, too; a test that needs one waits for it.
 */
export default function setup(): void {
  if (tier === 'quick') refuseStale(['proof', 'sdk', 'command', 'server'])
  else if (process.argv.slice(2).join(' ') === 'run') fetchPrograms()
}

function fetchPrograms(): void {
  // The test that needs them reports the error.
  void (async () => {
    const fromNpm: Program[] = hasPrograms ? [newestNode, ...foreignNodes] : [...foreignNodes]
    if (tier === 'long') for (const named of fromNpm) await npmProgram(named).catch(() => undefined)
    for (const packages of sets) await debianPrograms(packages).catch(() => undefined)
  })()
}
