import { setTimeout as sleep } from 'node:timers/promises'
import { describeMachine, MachineClock } from './machine.js'
import { showWaits } from './waits.js'

/** How long {@link eventually} waits, in machine seconds: far longer than anything takes that comes at all. */
const patience = 60
/** Time between two looks, in milliseconds. */
const pauseMs = 20

/** Thrown by a look when what it waits for can't come any more. */
export class Hopeless extends Error {}

/** The value a look finds once it is there. */
type Found<T> = Exclude<T, false | undefined | null>

/**
 * Looks again and again until `look` finds something: a value other than undefined, null or false. A look that throws found nothing
 * yet, unless it throws {@link Hopeless}. The only waiter of all tests, and the only place with a limit, in machine seconds
 * ({@link MachineClock}): slow or busy machines get as much longer as they need.
 *
 * @param what is waited for, in words for the one who reads the failure: 'the stamp is final'
 * @returns what the last look found
 * @throws Error when it did not come, with the last look's error as cause
 * @example
 * const stamp = await eventually('the stamp is final', async () => {
 *   const { body } = await service.call('GET', `/hash?id=${id}`, undefined, ada.auth)
 *   return body.data.state === 'final' && body.data
 * })
 */
export async function eventually<T>(what: string, look: () => T | Promise<T>): Promise<Found<T>> {
  const clock = new MachineClock()
  const startMs = performance.now()
  const wait = showWaits(what)
  let cause: unknown
  try {
    for (;;) {
      try {
        const found = await look()
        if (found !== false && found !== undefined && found !== null) return found as Found<T>
        cause = undefined
      } catch (error) {
        if (error instanceof Hopeless) throw error
        cause = error
      }
      const seconds = clock.read()
      if (seconds > patience) break
      wait.goesOn()
      await sleep(pauseMs)
    }
  } finally {
    wait.end()
  }
  const seconds = Math.round((performance.now() - startMs) / 1000)
  const last = cause instanceof Error ? `: ${cause.message}` : ''
  throw new Error(`did not come in ${patience} machine seconds (${seconds} s; ${describeMachine()}): ${what}${last}`, {
    cause,
  })
}

/**
 * Looks until a value stays the same in `looks` looks in a row, and returns it: for what is over when nothing changes any more, or
 * for what must not happen.
 *
 * @param what settles, in words
 * @param looks each is followed by a pause in which everything else gets its turn
 */
export async function settled<T>(what: string, look: () => T | Promise<T>, looks = 10): Promise<T> {
  let last: { value: T; text: string; times: number } | undefined
  const { value } = await eventually(`${what} settles`, async () => {
    const value = await look()
    const text = JSON.stringify(value) ?? 'undefined'
    last = { value, text, times: last?.text === text ? last.times + 1 : 1 }
    return last.times >= looks && last
  })
  return value
}
