import { debianPrograms } from './debian.js'
import { tier } from './tier.js'

/** Sets of Debian packages that tests ask for, in the order in which they do. */
const sets = [
  ['age'],
  ['strace'],
  ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  ['chromium'],
  ['python3-opentimestamps'],
]

/** When everything is run, what tests need of Debian is brought in while they run; a test that finds it missing waits. */
export default function setup(): void {
  if (process.argv.slice(2).join(' ') !== 'run' || tier === 'quick') return
  // The test that needs them says what went wrong.
  void (async () => {
    for (const packages of sets) await debianPrograms(packages).catch(() => undefined)
  })()
}
