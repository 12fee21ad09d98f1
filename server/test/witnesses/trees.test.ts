import { randomBytes } from 'node:crypto'
import { sha256, witnessLeaf } from '@tallystick/proof'
import { merkleRoot } from '@tallystick/proof/merkle'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { witnessesOf } from '../../src/ledger/proofs/witness-proof.js'
import { AskInTurns } from '../../src/witnesses/ask.js'
import { witnessAuditor } from '../../src/witnesses/audit.js'
import { makeTree } from '../../src/witnesses/trees.js'
import type { Witness } from '../../src/witnesses/witness.js'
import { useDatabase } from '../postgres.js'
import { noAnchor, TestLane } from './lane.js'

const { signal } = new AbortController()
const logger = { warn: () => undefined }
const database = useDatabase()
const hour = 3_600_000
let clock = wallTime().getTime()
let lane: TestLane

/** A witness that answers as the test says, and remembers the roots it was asked about. */
function witness(name: string) {
  const asked: Buffer[] = []
  const one = {
    kind: 'rfc3161' as const,
    name,
    address: `https://${name}.example/`,
    asked,
    answer: async (): Promise<Awaited<ReturnType<Witness['ask']>>> => ({ statement: Buffer.from(name) }),
    ask: async (root: Buffer) => {
      asked.push(root)
      return one.answer()
    },
  }
  return one
}

const addBatches = (count: number) => lane.add(count)
const make = (witnesses: readonly Witness[], sizeMax = 16_384, sinceMs = 0) =>
  makeTree(database.db, { intervalMs: hour, witnesses, nowMs: clock, sinceMs, sizeMax })
const askers = (witnesses: readonly Witness[], onFree: () => void) =>
  new AskInTurns(
    { database: database.db, witnesses, toleranceMs: 60_000, timeOfDay: () => clock, logger, signal },
    onFree,
  )
/** Asks once each witness that is due. Resolves with whether one was. */
const ask = async (witnesses: readonly Witness[]) => {
  let isAsked = false
  const turns = askers(witnesses, () => {
    isAsked = true
  })
  await turns.step()
  await turns.ended()
  return isAsked
}
const makeDue = () => database.db.execute('UPDATE witness_statements SET due_at = now()')
const rootOf = (batches: readonly { root: Buffer }[]) =>
  Buffer.from(merkleRoot(batches.map(({ root }) => witnessLeaf(root))))

beforeEach(async () => {
  await database.db.execute('TRUNCATE batches, lanes, witness_trees, witness_leaves, witness_lanes CASCADE')
  lane = await TestLane.create(database.db)
})

const witnessesFor = async (batchId: string) => (await witnessesOf(database.db, [batchId], noAnchor)).get(batchId) ?? []

describe('a tree of batches', () => {
  it('is made once an interval from all batches since the last one, each in one tree', async () => {
    const one = witness('one')
    const first = await addBatches(3)
    await make([one])
    const second = await addBatches(2)
    await make([one])
    while (await ask([one]));
    expect(one.asked).toEqual([rootOf(first)])
    clock += hour
    await Promise.all([make([one]), make([one])])
    clock += hour
    await make([one])
    while (await ask([one]));
    expect(one.asked).toEqual([rootOf(first), rootOf(second)])
    await witnessAuditor(database.db).totals()
  })

  it('holds as many as fit; the rest go into the next one at once', async () => {
    const one = witness('one')
    const batches = await addBatches(5)
    expect(await make([one], 2)).toBe('full')
    expect(await make([one], 2)).toBe('full')
    expect(await make([one], 2)).toBe('last')
    while (await ask([one]));
    expect(new Set(one.asked.map((root) => root.toString('hex')))).toEqual(
      new Set([batches.slice(0, 2), batches.slice(2, 4), batches.slice(4)].map((some) => rootOf(some).toString('hex'))),
    )
  })

  it('waits for an interval, not for the time of a tree that a clock far ahead made', async () => {
    const one = witness('one')
    const first = await addBatches(1)
    clock += 40 * 24 * hour
    await make([one])
    clock -= 40 * 24 * hour
    const second = await addBatches(1)
    expect(await make([one], undefined, hour - 1)).toBe('none')
    expect(await make([one], undefined, hour)).toBe('last')
    while (await ask([one]));
    expect(new Set(one.asked)).toEqual(new Set([rootOf(first), rootOf(second)]))
  })

  it('passes over no batch that was committed late, nor one that moved to another nonce', async () => {
    const one = witness('one')
    const [first] = await addBatches(1)
    await make([one])
    await database.db.execute('UPDATE batches SET nonce = $2 WHERE id = $1', [first!.id, lane.nextNonce()])
    const late = await addBatches(1)
    clock += hour
    await make([one])
    while (await ask([one]));
    expect(one.asked).toEqual([rootOf([first!]), rootOf(late)])
  })

  it('is made again from the same batches when the process or the database fails midway', async () => {
    const one = witness('one')
    const batches = await addBatches(2)
    // The last statement of the transaction fails: a witness twice.
    await expect(make([one, one])).rejects.toThrow(/duplicate key/)
    await make([one])
    while (await ask([one]));
    expect(one.asked).toEqual([rootOf(batches)])
  })

  it('is not made of batches with nothing but tokens: they wait for the next one', async () => {
    const one = witness('one')
    await addBatches(1)
    await make([one])
    while (await ask([one]));
    const [record] = await addBatches(1)
    await database.db.execute('UPDATE witness_statements SET batch_id = $1, leaf_index = 0', [record!.id])
    clock += hour
    expect(await make([one])).toBe('none')
    const [other] = await addBatches(1)
    expect(await make([one])).toBe('last')
    while (await ask([one]));
    expect(one.asked.at(-1)).toEqual(rootOf([record!, other!]))
  })

  it('gives each of its batches a path to its root', async () => {
    const one = witness('one')
    const batches = await addBatches(300)
    await make([one])
    while (await ask([one]));
    for (const at of [0, 255, 256, 299]) {
      const [found] = await witnessesFor(batches[at]!.id)
      expect(found).toMatchObject({ kind: 'rfc3161', authority: 'one.example', leafIndex: at, treeSize: 300 })
      expect(found?.root).toBe(rootOf(batches).toString('hex'))
    }
    expect(await witnessesFor(uuidv7())).toEqual([])
  })

  it('whose leaves were changed fails the audit', async () => {
    await addBatches(2)
    await make([])
    await database.db.execute('UPDATE witness_trees SET leaves = $1', [Buffer.from(sha256(randomBytes(1)))])
    await expect(witnessAuditor(database.db).totals()).rejects.toThrow('its leaves do not give its root')
  })
})

describe('a witness', () => {
  it.each([
    ['2001-09-09T01:46:40.000Z', /^the statement is dated 2001-09-09T01:46:40.000Z, before the tree was made \(20/],
    ['2100-01-01T00:00:00.000Z', /^the statement is dated 2100-01-01T00:00:00.000Z, which is in the future$/],
  ])('that dates its statement %s is refused, and asked again', async (time, words) => {
    const one = witness('one')
    one.answer = async () => ({ statement: Buffer.of(1), at: { timeMs: Date.parse(time), accuracyMs: 1000 } })
    const [batch] = await addBatches(1)
    await make([one])
    await ask([one])
    expect((await witnessesOf(database.db, [batch!.id], noAnchor)).size).toBe(0)
    const [row] = await database.db.query<{ failure: string }>('SELECT failure FROM witness_statements')
    expect(row?.failure).toMatch(words)
    one.answer = async () => ({ statement: Buffer.of(1), at: { timeMs: clock, accuracyMs: 1000 } })
    await makeDue()
    await ask([one])
    expect((await witnessesOf(database.db, [batch!.id], noAnchor)).get(batch!.id)).toHaveLength(1)
  })

  it('that does not answer is asked again, and others do not wait for it', async () => {
    const [up, down] = [witness('up'), witness('down')]
    down.answer = async () => Promise.reject(new Error('fetch failed', { cause: new Error('ECONNREFUSED') }))
    const [batch] = await addBatches(1)
    await make([up, down])
    const [before] = await database.db.query<{ now: string }>('SELECT now()::text AS now')
    await ask([up, down])
    expect(await witnessesFor(batch!.id)).toMatchObject([{ authority: 'up.example' }])
    const [row] = await database.db.query<{ failure: string; is_later: boolean }>(
      `SELECT failure, due_at >= $1::timestamptz + interval '5 seconds' AS is_later
         FROM witness_statements WHERE statement IS NULL`,
      [before?.now],
    )
    expect(row).toEqual({ failure: 'fetch failed: ECONNREFUSED', is_later: true })
    // However long the test takes, it isn't due yet.
    await database.db.execute(`UPDATE witness_statements SET due_at = due_at + interval '1 day'`)
    await ask([up, down])
    expect(down.asked).toHaveLength(1)
    down.answer = async () => ({ statement: Buffer.from('late') })
    await makeDue()
    await ask([up, down])
    expect(await witnessesFor(batch!.id)).toHaveLength(2)
    await makeDue()
    await ask([up, down])
    expect([up.asked.length, down.asked.length]).toEqual([1, 2])
  })

  it('whose answer was lost with the process is asked again; a stored answer stays', async () => {
    const one = witness('one')
    const [batch] = await addBatches(1)
    await make([one])
    // The process dies between the answer and the row: no row says that it was asked.
    const answers = [
      async () => {
        await database.db.execute(`UPDATE witness_statements SET statement = 'stored by another process'`)
        return { statement: Buffer.from('too late') }
      },
    ]
    one.answer = answers[0]!
    await ask([one])
    const [found] = await witnessesFor(batch!.id)
    expect(found).toMatchObject({ token: Buffer.from('stored by another process').toString('hex') })
  })

  it('that will know more later is asked with its earlier answer', async () => {
    const one = witness('one')
    const given: (Buffer | null)[] = []
    const calendar: Witness = {
      ...one,
      ask: async (_root, pending) => {
        given.push(pending)
        return given.length < 3 ? { pending: Buffer.from([given.length]) } : { statement: Buffer.from('done') }
      },
    }
    await addBatches(1)
    await make([calendar])
    for (let turn = 0; turn < 4; turn++) {
      await ask([calendar])
      await makeDue()
    }
    expect(given).toEqual([null, Buffer.from([1]), Buffer.from([2])])
  })

  it('that is no longer configured is not asked', async () => {
    const [old, now] = [witness('old'), witness('now')]
    await addBatches(1)
    await make([old])
    await ask([now])
    expect([old.asked, now.asked]).toEqual([[], []])
  })
})

describe('a witness that hangs', () => {
  it('keeps neither the others nor the next trees waiting, and is asked again once its time is up', async () => {
    const [hung, other] = [witness('hung'), witness('other')]
    let end: () => void = () => undefined
    hung.answer = () =>
      new Promise((_, fail) => {
        end = () => fail(new Error('timed out'))
      })
    const turns = askers([hung, other], () => undefined)
    for (let tree = 1; tree <= 12; tree++) {
      await addBatches(1)
      await make([hung, other])
      await eventually('the other witness has answered', async () => {
        await turns.step()
        const [row] = await database.db.query<{ answered: number }>(
          'SELECT count(*) AS answered FROM witness_statements WHERE witness = $1 AND statement IS NOT NULL',
          [other.address],
        )
        return row?.answered === tree
      })
      clock += hour
    }
    expect(hung.asked).toHaveLength(1)
    end()
    await turns.ended()
    hung.answer = async () => ({ statement: Buffer.from('late') })
    await makeDue()
    await turns.step()
    await turns.ended()
    expect(hung.asked.length).toBeGreaterThan(8)
  })
})
