import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../test/tier.js'
import { type Session, type Statement, violatedConstraint } from '../../src/base/database/db.js'
import { countStamps, countStampsOfOne } from '../../src/stamps/sql.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()
const day = 20_000
const dayS = 86_400
const lanes = [1, 2, 3, 4]

beforeAll(async () => {
  const session = await test.db.session()
  // The schema comes before pg_catalog where a test chooses the time.
  await session.script(`CREATE SCHEMA chosen;
    CREATE FUNCTION chosen.now() RETURNS timestamptz LANGUAGE sql STABLE AS
      'SELECT to_timestamp(current_setting(''chosen.now'')::float8)'`)
  session.release()
})

/** Stamps of an account in a batch. */
interface Counted {
  lane: number
  max: number
  account: string
  added: number
}

type Way = (counted: Counted) => Statement

const asMany: Way = ({ lane, max, account, added }) => ({
  text: countStamps,
  values: [lane, max, [account], [added], [0]],
})
const asOne: Way = ({ lane, max, account, added }) => ({
  text: countStampsOfOne,
  values: [lane, max, account, added, 0],
})
/** Batches of one account and of many meet in the same counters. */
const byTurns: Way = (counted) => (counted.lane % 2 === 0 ? asMany(counted) : asOne(counted))
/** As processes of the version before count, whose clocks are weeks ahead. */
const asBefore: Way = ({ lane, max, account, added }) =>
  lane % 2 === 0
    ? {
        text: 'SELECT count_stamps($1, $2, $3, $4, $5, $6, $7)',
        values: [lane, max, [account], [added], [0], [day + 40], [added]],
      }
    : {
        text: 'SELECT count_stamps_of_one($1, $2, $3, $4, $5, $6, $7)',
        values: [lane, max, account, added, 0, day + 40, 0],
      }

/** Counts stamps in a transaction that is still open. */
async function count(session: Session, { text, values = [] }: Statement, on = day): Promise<void> {
  await session.begin()
  await session.script('SET LOCAL search_path = chosen, public, pg_catalog')
  await session.query("SELECT set_config('chosen.now', $1, true)", [String((on + 0.5) * dayS)])
  await session.query(text, values)
}

/** Commits a batch of stamps. Returns the refusal, if any. */
async function commit(statement: Statement, on?: number): Promise<{ code: string; detail?: string } | null> {
  const session = await test.db.session()
  try {
    await count(session, statement, on)
    await session.commit([])
    return null
  } catch (error) {
    await session.rollback()
    expect(violatedConstraint(error)).toBeNull()
    const { code, detail } = error as { code: string; detail?: string }
    return { code, ...(detail !== undefined && { detail }) }
  } finally {
    session.release()
  }
}

const counted = async (account: string) => {
  const text = 'SELECT sum(today)::int AS sum, sum(stamps)::int AS stamps FROM stamp_counts WHERE account_id = $1'
  const [row] = await test.db.query<{ sum: number; stamps: number }>(text, [account])
  return row
}

describe.each([
  ['by batches of one account', asOne],
  ['by batches of many', asMany],
  ['by both', byTurns],
  ['by processes of the version before', asBefore],
] as const)('the stamps an account can make in a day, counted %s', (_, way) => {
  const stamp = async (counted: Counted) => (await commit(way(counted)))?.code ?? null

  it('are exact across lanes that stamp at once', async () => {
    const account = randomUUID()
    const max = 600
    const stampAll = async (lane: number) => {
      for (let added = 1; ; added = (added % 5) + 1) {
        const code = await stamp({ lane, max, account, added })
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
      const codes = await Promise.all(lanes.map((lane) => stamp({ lane, max: 10, account, added: 6 })))
      expect(codes.filter((code) => code === null)).toHaveLength(1)
      expect((await counted(account))?.sum).toBe(6)
    }
  })

  it('make no lane wait for another, far from the limit', async () => {
    const account = randomUUID()
    const slow = await test.db.session()
    const batch = { max: 1_000_000, account, added: 3000 }
    await count(slow, way({ lane: 1, ...batch }))
    expect(await stamp({ lane: 2, ...batch })).toBeNull()
    await slow.rollback()
    slow.release()
    expect((await counted(account))?.sum).toBe(3000)
  })

  it('begin again with the next day', async () => {
    const account = randomUUID()
    const at = (added: number, on: number) => commit(way({ lane: 1, max: 10, account, added }), on)
    expect(await at(10, day)).toBeNull()
    expect(await at(1, day)).toEqual({ code: 'TS003', detail: `${account} 0 10 ${dayS / 2}` })
    expect(await at(8, day + 1)).toBeNull()
    expect(await at(2, day + 1)).toBeNull()
    expect(await at(1, day + 1)).toMatchObject({ code: 'TS003' })
    expect(await counted(account)).toEqual({ sum: 10, stamps: 20 })
  })

  it('are limited again as soon as a clock that was weeks ahead is set right', async () => {
    const account = randomUUID()
    const at = (added: number, on: number) => commit(way({ lane: 1, max: 10, account, added }), on)
    expect(await at(10, day + 40)).toBeNull()
    expect(await at(10, day)).toBeNull()
    expect(await at(1, day)).toMatchObject({ code: 'TS003' })
    const text = 'SELECT day, today::int, inexact_until FROM stamp_counts WHERE account_id = $1'
    expect(await test.db.query(text, [account])).toEqual([{ day, today: 10, inexact_until: day + 40 }])
  })
})

describe('the day of a counter', () => {
  it.each([
    ['one account', asOne],
    ['many', asMany],
  ])('leaves what it had when another begins, also after a clock was set back (batches of %s)', async (_, way) => {
    const account = randomUUID()
    for (const [lane, added, on] of [
      [1, 3, day],
      [2, 4, day],
      [1, 5, day + 1],
      [1, 1, day + 1],
      [1, 7, day],
      [1, 9, day + 2],
    ] as const)
      expect(await commit(way({ lane, max: 0, account, added }), on)).toBeNull()
    const text = `SELECT day, sum(stamps)::int AS stamps FROM (SELECT account_id, day, stamps FROM stamp_days
      UNION ALL SELECT account_id, day, today FROM stamp_counts) AS one WHERE account_id = $1 GROUP BY day ORDER BY day`
    expect(await test.db.query(text, [account])).toEqual([
      { day, stamps: 14 },
      { day: day + 1, stamps: 6 },
      { day: day + 2, stamps: 9 },
    ])
  })
})

describe('a batch of one account', () => {
  it('is decided and counted as one of many would be', async () => {
    const draw = seeded('quota')
    const upTo = (most: number) => Math.floor(draw() * (most + 1))
    const rows = (account: string) =>
      test.db.query(
        'SELECT lane_id, stamps, private, day, today, inexact_until FROM stamp_counts WHERE account_id = $1 ORDER BY lane_id',
        [account],
      )
    const outcomes = new Set<string | undefined>()
    for (const own of [null, 0, 15]) {
      const [one, many] = [await accountWith(own), await accountWith(own)]
      for (let batch = 0; batch < 40; batch++) {
        const added = 1 + upTo(8)
        const counted = { lane: 1 + upTo(3), max: 20, added }
        const on = day + upTo(1)
        const [single, array] = [
          await commit(asOne({ ...counted, account: one }), on),
          await commit(asMany({ ...counted, account: many }), on),
        ]
        expect(single?.code).toBe(array?.code)
        expect(single?.detail?.replace(one, many)).toBe(array?.detail)
        expect(await rows(one)).toEqual(await rows(many))
        outcomes.add(single?.code)
      }
    }
    expect([...outcomes].toSorted()).toEqual(['TS003', undefined])
  })

  const accountWith = async (stampsPerDay: number | null) => {
    const id = randomUUID()
    await test.db.execute(
      "INSERT INTO accounts (id, email, name, username, wallet_address) VALUES ($1, $2, 'Ada', $2, '0x' || repeat('0', 40))",
      [id, id],
    )
    await test.db.execute('INSERT INTO account_limits (account_id, stamps_per_day) VALUES ($1, $2)', [id, stampsPerDay])
    return id
  }
})
