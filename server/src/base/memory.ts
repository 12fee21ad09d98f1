import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

/** A request with so many items leaves much behind. */
export const manyItems = 10_000

/** More requests like it may follow, and the pause is theirs. */
const waitMs = 200
let timer: NodeJS.Timeout | undefined

/**
 * Collects, a moment later, what a large request left behind, and gives it back to the system. By itself the runtime keeps what
 * the heap has grown to until it needs more, which on a quiet service may be never: 100,000 stamps would keep 300 MiB. It stops
 * the process for less time than reading such a request does.
 */
export function giveBackMemorySoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const session = new Session()
    session.connect()
    const end = () => session.disconnect()
    session.post('HeapProfiler.collectGarbage').then(end, end)
  }, waitMs).unref()
}

/**
 * Keeps what a request is made of where it is cheap to collect; to be called before requests come.
 *
 * The engine puts what it has often seen survive into the old generation at once ("pretenuring"). It learns that of requests
 * while few of them come, and then all that they refer to lives until the old generation is collected: under load, two thirds
 * of all garbage collection.
 */
export function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
