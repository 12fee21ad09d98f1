import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed, sized } from '../../../test/tier.js'
import { useDatabase } from '../postgres.js'
import { type Failure, runSequence } from './sequence.js'
import { Store } from './store.js'

/** Sequences that run at once: while one waits for PostgreSQL, another one computes. */
const databases = [useDatabase(), useDatabase()]
let stores: Store[]
beforeAll(async () => {
  stores = await Promise.all(databases.map(({ url }) => Store.open(url)))
})
afterAll(async () => {
  for (const store of stores ?? []) await store.close()
})

/** `TEST_SEQUENCE` repeats a single one, with all its calls, `TEST_REPEAT` times; `npm run test:faults` runs ten thousand. */
const only = process.env.TEST_SEQUENCE
const count = Number(process.env.TEST_SEQUENCES || sized({ short: 15, long: 500 }))
const repeats = Number(process.env.TEST_REPEAT || 1)
const numbers = only
  ? Array.from({ length: repeats }, () => Number(only))
  : Array.from({ length: count }, (_, at) => at)

/** Sequences of one test: a run that goes on says so at the end of each. */
const partSize = 100
const parts = Array.from({ length: Math.ceil(numbers.length / partSize) }, (_, at) =>
  numbers.slice(at * partSize, (at + 1) * partSize),
)

describe(`The ledger in ${numbers.length} sequences of faults`, () => {
  it.each(parts.map((part) => ({ part, from: part[0], to: part.at(-1) })))(
    'keeps its invariants in those from $from to $to',
    async ({ part }) => {
      const failures: Failure[] = []
      let acknowledged = 0
      let final = 0
      const next = part.values()
      await Promise.all(
        stores.map(async (store) => {
          for (const number of next) {
            const outcome = await runSequence(store, number, only !== undefined)
            if (outcome.failure) {
              failures.push(outcome.failure)
              console.log(`sequence ${number}: ${outcome.failure.message.split('\n')[0]}`)
            }
            acknowledged += outcome.acknowledged
            final += outcome.final
          }
        }),
      )
      failures.sort((a, b) => a.number - b.number)
      expect(failures.length, reportOf(failures, part.length)).toBe(0)
      if (only) return
      // Faults that let nothing through would break nothing, either.
      expect(acknowledged / part.length).toBeGreaterThan(10)
      expect(final / part.length).toBeGreaterThan(1)
    },
  )
})

function reportOf(failures: readonly Failure[], count: number): string {
  const [first] = failures
  if (!first) return ''
  const list = failures.map(({ number, message }) => `${number}: ${message.split('\n')[0]}`)
  const repeat = `TEST_SEED=${seed} TEST_SEQUENCE=${first.number} npm run test:faults`
  const { message, setup, trace } = first
  return [
    `${failures.length} of ${count} sequences failed:`,
    ...list,
    '',
    `${message}\n${JSON.stringify(setup)}\n${trace}`,
    `Repeat: ${repeat}`,
  ].join('\n')
}
