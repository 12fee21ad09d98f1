import { expect, it } from 'vitest'
import { isLapsed } from '../../src/base/database/leases.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

const at = async (afterMs: number) => {
  const until = `(clock_timestamp() + $2 * interval '1 millisecond')`
  const [row] = await test.db.query<{ lapsed: boolean }>(`SELECT ${isLapsed(until, '$1')} AS lapsed`, [10_000, afterMs])
  return row?.lapsed
}

it('ends a lease at its time', async () => {
  expect(await at(-1)).toBe(true)
  expect(await at(9_000)).toBe(false)
  expect(await at(10_000)).toBe(false)
})

it('ends a lease that a clock gave before it was set back, instead of keeping it until the clock has caught up', async () => {
  expect(await at(3_600_000)).toBe(true)
  expect(await at(40 * 86_400_000)).toBe(true)
})
