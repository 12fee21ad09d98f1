import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClockRow } from '../../src/clock/sql.js'
import { ClockWatch, type ClockWatchOptions, type HeadBlock } from '../../src/clock/watch.js'
import { useDatabase } from '../postgres.js'
import { FakeClock } from './fake-clock.js'

const test = useDatabase()
const start = Date.UTC(2026, 5, 1, 12)
const [second, hour, day] = [1000, 3_600_000, 86_400_000]
const config = { clockToleranceMs: 60 * second, clockGapMs: 4 * day }
const logger = pino({ level: 'silent' })

/** The clock of this machine, and that of the database, which runs with it unless a test sets one. */
let clock: FakeClock
let databaseAheadMs: number
let head: HeadBlock | null

/** The real rows, with the database's time as the test says. */
const database: ClockWatchOptions['database'] = {
  execute: (text, values) => test.db.execute(text, values),
  async query<Row>(text: string, values?: readonly unknown[]) {
    const rows = await test.db.query<ClockRow>(text, values)
    const now = new Date(start + clock.elapsed() + databaseAheadMs)
    return rows.map((row) => Object.assign(row, { now })) as Row[]
  },
}

function watch(more: Partial<ClockWatchOptions> = {}): ClockWatch {
  return new ClockWatch({ database, config, isOwnChain: true, head: () => head, clock, logger, ...more })
}

async function doubtsOf(one: ClockWatch): Promise<string> {
  await one.look()
  return one.doubts().join('\n')
}

const remembered = async () =>
  (await test.db.query<{ trusted_at: Date }>('SELECT trusted_at FROM clock'))[0]?.trusted_at.getTime()

beforeEach(async () => {
  await test.db.execute('TRUNCATE clock, blocks CASCADE')
  clock = new FakeClock(start)
  databaseAheadMs = 0
  head = null
})

describe('while a process runs', () => {
  it('trusts a clock that agrees, for as long as it does', async () => {
    const one = watch()
    expect(one.doubts()).toHaveLength(1)
    for (let at = 0; at < 40; at++) {
      expect(await doubtsOf(one)).toBe('')
      clock.pass(day)
    }
    expect(await one.whenTrusted(async (now) => now.getTime())).toBe(start + 40 * day)
  })

  it.each([
    ['an hour back', -hour, /is 60 minutes behind the time that has passed/],
    ['an hour ahead', hour, /is 60 minutes ahead of the time that has passed/],
    ['40 days ahead', 40 * day, /is 40 days ahead of the time that has passed/],
  ])('doubts a clock that jumps %s, at once, and trusts it again once it is set right', async (_, ms, words) => {
    const one = watch()
    await one.look()
    clock.step(ms)
    databaseAheadMs = ms
    expect(one.doubts().join()).toMatch(words)
    expect(await one.whenTrusted(async () => 'purged')).toBeUndefined()
    clock.pass(hour)
    expect(await doubtsOf(one)).toMatch(words)
    clock.step(-ms)
    databaseAheadMs = 0
    expect(await doubtsOf(one)).toBe('')
    expect(await one.whenTrusted(async () => 'purged')).toBe('purged')
  })

  it('doubts a clock that drifts away from the database', async () => {
    const one = watch()
    await one.look()
    for (let at = 0; at < 100; at++) {
      clock.pass(10 * second)
      databaseAheadMs -= second
      await one.look()
    }
    expect(one.doubts().join()).toMatch(/is 100 seconds ahead of the database's/)
  })

  it('does not add up what it allows: many small steps are as many times trusted', async () => {
    const one = watch()
    for (let at = 0; at < 10; at++) {
      expect(await doubtsOf(one)).toBe('')
      clock.pass(5 * second)
      clock.step(50 * second)
      databaseAheadMs += 50 * second
    }
  })
})

describe('a start', () => {
  it.each([
    ['40 days after the time that was last trusted', 40 * day, /is 40 days ahead of 2026-06-01T12:00:00.000Z/],
    ['2 hours before it', -2 * hour, /is 2 hours behind 2026-06-01T12:00:00.000Z/],
  ])('%s is in doubt, however often it is tried', async (_, ms, words) => {
    await watch().look()
    clock.step(ms)
    databaseAheadMs = ms
    for (let at = 0; at < 3; at++) {
      const one = watch()
      expect(await doubtsOf(one)).toMatch(words)
      expect(await one.whenTrusted(async () => 'purged')).toBeUndefined()
      clock.pass(second)
    }
    expect(await remembered()).toBe(start)
  })

  it('after a few days off is trusted', async () => {
    await watch().look()
    clock.pass(3 * day)
    expect(await doubtsOf(watch())).toBe('')
    expect(await remembered()).toBe(start + 3 * day)
  })

  it('after weeks off is trusted when a chain elsewhere has a recent block, and no other', async () => {
    await watch().look()
    clock.pass(40 * day)
    head = { number: 5, timeMs: clock.now() - 12 * second }
    expect(await doubtsOf(watch({ isOwnChain: true }))).toMatch(/40 days ahead/)
    expect(await doubtsOf(watch({ isOwnChain: false }))).toBe('')
  })
})

describe('an operator', () => {
  it('confirms a jump for every process whose clock agrees, and for later starts', async () => {
    const one = watch()
    await one.look()
    clock.step(40 * day)
    databaseAheadMs = 40 * day
    expect(await doubtsOf(one)).toMatch(/admin clock accept/)
    expect(await watch().accept()).toBeNull()
    expect(await doubtsOf(one)).toBe('')
    expect(await doubtsOf(watch())).toBe('')
  })

  it('does not confirm the time of a process that differs', async () => {
    const one = watch()
    await one.look()
    clock.step(40 * day)
    databaseAheadMs = 40 * day
    await one.look()
    clock.step(-39 * day)
    databaseAheadMs = day
    expect(await watch().accept()).toBeNull()
    clock.step(39 * day)
    databaseAheadMs = 40 * day
    expect(await doubtsOf(one)).toMatch(/40 days ahead/)
  })

  it('cannot confirm that two clocks differ', async () => {
    databaseAheadMs = hour
    expect(await watch().accept()).toMatch(/60 minutes behind the database's/)
  })

  it('confirms the time although blocks are ahead of it, also for later starts', async () => {
    const one = watch()
    head = { number: 1, timeMs: start }
    await one.look()
    head = { number: 2, timeMs: start + 40 * day }
    expect(await doubtsOf(one)).toMatch(/is 40 days behind block 2/)
    clock.pass(second)
    expect(await watch({ head: () => null }).accept()).toBeNull()
    expect(await doubtsOf(one)).toBe('')
    head = { number: 3, timeMs: start + 40 * day + second }
    expect(await doubtsOf(one)).toBe('')
    expect(await doubtsOf(watch())).toBe('')
    head = { number: 4, timeMs: start + 41 * day }
    expect(await doubtsOf(one)).toMatch(/behind block 4/)
  })
})

describe('the chain', () => {
  it('shows that this machine is ahead, once it makes a block, and not while it makes none', async () => {
    const one = watch()
    head = { number: 1, timeMs: start - 2 * hour }
    await one.look()
    clock.pass(30 * second)
    expect(await doubtsOf(one)).toBe('')
    head = { number: 2, timeMs: start - 2 * hour + 30 * second }
    expect(await doubtsOf(one)).toMatch(/is 2 hours ahead of block 2, which is new/)
    head = { number: 3, timeMs: clock.now() }
    expect(await doubtsOf(one)).toBe('')
  })

  it('elsewhere may be ten minutes late, and after a pause of the node any block may be old', async () => {
    const one = watch({ isOwnChain: false })
    head = { number: 1, timeMs: start }
    await one.look()
    head = { number: 2, timeMs: start - 600 * second }
    expect(await doubtsOf(one)).toBe('')
    head = { number: 3, timeMs: start - 700 * second }
    expect(await doubtsOf(one)).toMatch(/ahead of block 3/)
    head = null
    await one.look()
    head = { number: 4, timeMs: start - 690 * second }
    expect(await doubtsOf(one)).toBe('')
  })

  it('shows that this machine is behind by its blocks, recorded ones included', async () => {
    await test.db.execute('INSERT INTO blocks (hash, number, time, header) VALUES ($1, 7, $2, $1)', [
      Buffer.alloc(32, 1),
      new Date(start + 2 * hour),
    ])
    expect(await doubtsOf(watch())).toMatch(/is 2 hours behind block 7/)
  })
})
