import { afterAll, beforeAll, expect, it } from 'vitest'
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

it(`keeps its invariants in ${numbers.length} sequences of faults`, async () => {
  const failures: Failure[] = []
  let acknowledged = 0
  let final = 0
  const next = numbers.values()
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
  expect(failures.length, reportOf(failures)).toBe(0)
  if (only) return
  // Faults that let nothing through would break nothing, either.
  expect(acknowledged / numbers.length).toBeGreaterThan(10)
  expect(final / numbers.length).toBeGreaterThan(1)
})

function reportOf(failures: readonly Failure[]): string {
  const [first] = failures
  if (!first) return ''
  const list = failures.map(({ number, message }) => `${number}: ${message.split('\n')[0]}`)
  const repeat = `TEST_SEED=${seed} TEST_SEQUENCE=${first.number} npm run test:faults`
  const { message, setup, trace } = first
  return [
    `${failures.length} of ${numbers.length} sequences failed:`,
    ...list,
    '',
    `${message}\n${JSON.stringify(setup)}\n${trace}`,
    `Repeat: ${repeat}`,
  ].join('\n')
}
