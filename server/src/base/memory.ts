import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

/** A request with this many items leaves much garbage. */
export const manyItems = 10_000

/** Similar requests may follow, and would bear the pause. */
const waitMs = 200
let timer: NodeJS.Timeout | undefined

/**
 * Collects the garbage of a large request after a moment, and returns the memory to the system. Otherwise the runtime keeps the
 * grown heap until it needs more, possibly never on a quiet service: 100,000 stamps would hold 300 MiB. The pause is shorter than
 * reading such a request.
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
 * Keeps the objects of a request in the young generation, where collecting them is cheap. Call it before requests arrive.
 *
 * The engine allocates objects that often survived in the old generation at once ("pretenuring"). It learns this from requests
 * while few arrive; then everything they refer to lives until the old generation is collected: two thirds of all garbage
 * collection under load.
 */
export function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
