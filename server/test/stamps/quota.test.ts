import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Session, violatedConstraint } from '../../src/base/database/db.js'
import { countStamps } from '../../src/stamps/sql.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()
const day = 20_000
const lanes = [1, 2, 3, 4]

/** Counts stamps in a transaction that is still open. */
async function count(session: Session, lane: number, max: number, account: string, added: number): Promise<void> {
  await session.begin()
  await session.query(countStamps, [lane, max, [account], [added], [0], [day], [added]])
}

/** Commits a batch of stamps. Returns the code of the refusal, if any. */
async function stamp(lane: number, max: number, account: string, added: number): Promise<string | null> {
  const session = await test.db.session()
  try {
    await count(session, lane, max, account, added)
    await session.commit([])
    return null
  } catch (error) {
    await session.rollback()
    expect(violatedConstraint(error)).toBeNull()
    return (error as { code: string }).code
  } finally {
    session.release()
  }
}

const counted = async (account: string) => {
  const text = 'SELECT sum(today)::int AS sum, sum(stamps)::int AS stamps FROM stamp_counts WHERE account_id = $1'
  const [row] = await test.db.query<{ sum: number; stamps: number }>(text, [account])
  return row
}

describe('the stamps an account can make in a day', () => {
  it('are exact across lanes that stamp at once', async () => {
    const account = randomUUID()
    const max = 600
    const stampAll = async (lane: number) => {
      for (let added = 1; ; added = (added % 5) + 1) {
        const code = await stamp(lane, max, account, added)
        // Others stamped meanwhile: again.
        if (code === 'TS004') continue
        if (code === null) continue
        expect(code).toBe('TS003')
        if (added === 1) return
        added = 0
      }
    }
    await Promise.all(lanes.map(stampAll))
    expect(await counted(account)).toEqual({ sum: max, stamps: max })
  })

  it('are exact when each lane would use up all that is left', async () => {
    for (let round = 0; round < 8; round++) {
      const account = randomUUID()
      const codes = await Promise.all(lanes.map((lane) => stamp(lane, 10, account, 6)))
      expect(codes.filter((code) => code === null)).toHaveLength(1)
      expect((await counted(account))?.sum).toBe(6)
    }
  })

  it('make no lane wait for another, far from the limit', async () => {
    const account = randomUUID()
    const slow = await test.db.session()
    await count(slow, 1, 1_000_000, account, 3000)
    expect(await stamp(2, 1_000_000, account, 3000)).toBeNull()
    await slow.rollback()
    slow.release()
    expect((await counted(account))?.sum).toBe(3000)
  })

  it('begin again with the next day, and late stamps of the day before do not count', async () => {
    const account = randomUUID()
    const at = (added: number, on: number, today = added) =>
      test.db.execute(countStamps, [1, 10, [account], [added], [0], [on], [today]])
    await at(10, day)
    await expect(at(1, day)).rejects.toMatchObject({ code: 'TS003', detail: `${account} 0 10` })
    // A batch around midnight: two of the day before, eight of the new one.
    await at(10, day + 1, 8)
    await at(5, day)
    await at(2, day + 1)
    await expect(at(1, day + 1)).rejects.toMatchObject({ code: 'TS003' })
    expect(await counted(account)).toEqual({ sum: 10, stamps: 27 })
  })
})
