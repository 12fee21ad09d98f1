import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database, violatedConstraint } from '../../src/base/database/db.js'
import { signerOf } from '../../src/chain/sign.js'
import { apiError } from '../../src/http/errors.js'
import { Recorder, type Work } from '../../src/ledger/batches/recorder.js'
import { Lane, type LaneTerms } from '../../src/ledger/lanes/lane.js'
import { rootOfStored } from '../../src/ledger/seal.js'
import { ensureLane } from '../../src/ledger/sql.js'
import { FakeTimer } from '../base/fake-timer.js'
import { useDatabase } from '../postgres.js'

const random = seeded('recorder')
const kills = sized({ short: 3, long: 30 })
const test = useDatabase()
const signer = signerOf(randomBytes(32))
const terms: LaneTerms = {
  chainId: 31337,
  contract: new Uint8Array(20),
  gas: () => 80_000,
  fees: () => ({ maxFeePerGas: 1e9, maxPriorityFeePerGas: 1 }),
}
let lane: Lane
let recorder: Recorder
let commits = 0
const open: Recorder[] = []

async function takeLane(): Promise<Lane> {
  const [row] = await test.db.query<{ token: number }>('SELECT fencing_token AS token FROM lanes WHERE address = $1', [
    signer.address,
  ])
  return (await Lane.open(test.db, signer, terms, row?.token ?? 0, true)) as Lane
}

function newRecorder(more: Partial<ConstructorParameters<typeof Recorder>[0]> = {}): Recorder {
  const made = new Recorder({
    database: test.db,
    lane: () => lane,
    anchorIntervalMs: 0,
    onCommitted: () => commits++,
    ...more,
  })
  open.push(made)
  return made
}

beforeAll(async () => {
  await test.db.execute('CREATE TABLE notes (name text UNIQUE, leaf bytea, batch_id uuid, leaf_index integer)')
  await test.db.execute(ensureLane, [signer.address, 0])
  lane = await takeLane()
  recorder = newRecorder()
})
afterEach(async () => {
  for (const one of open.splice(0)) if (one !== recorder) await one.close()
})

/** Writes a row for each leaf, as rooms do. */
const note =
  (name: string, count = 1): Work<string> =>
  async (tx, { batchId, leafIndex }) => {
    const leaves = Array.from({ length: count }, () => randomBytes(32))
    for (const [at, leaf] of leaves.entries()) {
      const values = [count === 1 ? name : `${name} ${at}`, leaf, batchId, leafIndex + at]
      await tx.execute('INSERT INTO notes (name, leaf, batch_id, leaf_index) VALUES ($1, $2, $3, $4)', values)
    }
    return { leaves, result: name }
  }
/** Translates a violated constraint, as a room does. */
const noteOnce =
  (name: string): Work<string> =>
  (tx, first) =>
    note(name)(tx, first).catch((error) => {
      throw violatedConstraint(error) ? apiError('stamp_exists') : error
    })
const names = async () => (await test.db.query<{ name: string }>('SELECT name FROM notes')).map((row) => row.name)
const nonce = async () => (await test.db.query<{ n: number }>('SELECT next_nonce AS n FROM lanes'))[0]?.n

/** Expects that every note is at its place in its batch, every leaf is a note, and the leaves give the root. */
async function expectFits(): Promise<void> {
  const batches = await test.db.query<{ leaves: Buffer; root: Buffer; size: number; noted: Buffer; places: number[] }>(
    `SELECT b.leaves, b.root, b.size, string_agg(n.leaf, '' ORDER BY n.leaf_index) AS noted,
            array_agg(n.leaf_index ORDER BY n.leaf_index) AS places
       FROM batches b LEFT JOIN notes n ON n.batch_id = b.id GROUP BY b.id`,
  )
  for (const { leaves, root, size, noted, places } of batches) {
    expect(root.equals(rootOfStored(leaves))).toBe(true)
    expect(noted.equals(leaves)).toBe(true)
    expect(places).toEqual(Array.from({ length: size }, (_, at) => at))
  }
  const [stray] = await test.db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM notes WHERE batch_id NOT IN (SELECT id FROM batches)',
  )
  expect(stray?.n).toBe(0)
}

describe('works waiting together', () => {
  it('share a batch with consecutive leaves, and are answered with its transaction', async () => {
    const before = commits
    const recorded = await Promise.all([
      recorder.record(note('a')),
      recorder.record(note('b', 3)),
      recorder.record(note('c')),
    ])
    expect(recorded.map(({ result }) => result)).toEqual(['a', 'b', 'c'])
    expect(new Set(recorded.map(({ anchor }) => anchor?.transactionId)).size).toBe(1)
    expect(recorded[0]?.anchor?.transactionId).toMatch(/^0x[0-9a-f]{64}$/)
    expect(commits).toBe(before + 1)
    const rows = await test.db.query<{ name: string; leaf_index: number }>(
      "SELECT name, leaf_index FROM notes WHERE name ~ '^[abc]' ORDER BY leaf_index",
    )
    expect(rows.map((row) => row.name)).toEqual(['a', 'b 0', 'b 1', 'b 2', 'c'])
    expect(rows.map((row) => row.leaf_index)).toEqual([0, 1, 2, 3, 4])
    await expectFits()
  })

  it('a failure undoes and rejects only its own work', async () => {
    const half: Work<string> = async (tx, first) => {
      await note('half')(tx, first)
      throw apiError('stamp_exists')
    }
    const broken: Work<string> = async (tx) => {
      await tx.query('SELECT 1/0')
      return { leaves: [], result: '' }
    }
    const settled = await Promise.allSettled([
      recorder.record(note('before')),
      recorder.record(half),
      recorder.record(noteOnce('before')),
      recorder.record(broken),
      recorder.record(note('after', 2)),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
    const reasons = settled.map((one) => (one.status === 'rejected' ? one.reason : null))
    expect(reasons[1]).toMatchObject({ code: 'stamp_exists' })
    expect(reasons[2]).toMatchObject({ code: 'stamp_exists' })
    expect(reasons[3]).toMatchObject({ code: '22012' })
    expect(await names()).not.toContain('half')
    expect(await names()).toEqual(expect.arrayContaining(['before', 'after 0', 'after 1']))
    await expectFits()
  })

  it('are recorded once each; of those with the same name, exactly one', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 400 }, (_, at) => recorder.record(noteOnce(`many ${at % 350}`))),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(350)
    expect((await names()).filter((name) => name.startsWith('many'))).toHaveLength(350)
    await expectFits()
  })
})

it("records another account's work before the rest of a thousand", async () => {
  let recorded = 0
  const many = Array.from({ length: 1_000 }, (_, at) =>
    recorder.record(note(`greedy ${at}`), 'greedy').then(() => {
      recorded++
    }),
  )
  await recorder.record(note('patient'), 'patient')
  expect(recorded).toBeLessThan(300)
  await Promise.all(many)
})

describe('a work without leaves', () => {
  it('alone is a plain COMMIT that takes no nonce', async () => {
    const before = await nonce()
    const work: Work<number> = async (tx) => {
      await tx.execute("INSERT INTO notes (name) VALUES ('quiet')")
      return { leaves: [], result: 7 }
    }
    expect(await recorder.record(work)).toEqual({ result: 7, anchor: null })
    expect([await nonce(), (await names()).includes('quiet')]).toEqual([before, true])
    await test.db.execute("DELETE FROM notes WHERE name = 'quiet'")
  })

  it('beside others has no anchor, while the others have one', async () => {
    const [none, some] = await Promise.all([
      recorder.record(async () => ({ leaves: [], result: 0 })),
      recorder.record(note('beside')),
    ])
    expect(none.anchor).toBeNull()
    expect(some.anchor).not.toBeNull()
  })
})

describe('finishing statements of a work', () => {
  it('know the transaction, and are committed with it', async () => {
    const work: Work<string> = async (tx, first) => ({
      ...(await note('finished')(tx, first)),
      finish: (anchor) => [{ text: 'INSERT INTO notes (name) VALUES ($1)', values: [`txid ${anchor?.transactionId}`] }],
    })
    const { anchor } = await recorder.record(work)
    expect(await names()).toContain(`txid ${anchor?.transactionId}`)
    await test.db.execute("DELETE FROM notes WHERE name LIKE 'txid %'")
  })

  it('fail only their own work; the others are recorded', async () => {
    const failing: Work<string> = async (tx, first) => ({
      ...(await note('unfinished')(tx, first)),
      finish: () => [{ text: 'SELECT 1/0' }],
    })
    const settled = await Promise.allSettled([
      recorder.record(note('first')),
      recorder.record(failing),
      recorder.record(note('last')),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(expect.arrayContaining(['first', 'last']))
    expect(await names()).not.toContain('unfinished')
    await expectFits()
  })
})

describe('a failed commit', () => {
  it('answers 503 without a lane, and changes nothing', async () => {
    const without = newRecorder({ lane: () => null })
    expect(without.takes).toBe(false)
    await expect(without.record(note('no lane'))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(await names()).not.toContain('no lane')
  })

  it('answers 503 to all when another process has taken the lane, and changes nothing', async () => {
    const before = await nonce()
    await takeLane()
    const settled = await Promise.allSettled([recorder.record(note('lost 1')), recorder.record(note('lost 2'))])
    for (const one of settled) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503 } })
    }
    expect(lane.lost).toBe(true)
    await expect(recorder.record(note('lost 3'))).rejects.toMatchObject({ code: 'unavailable' })
    lane = await takeLane()
    expect([await nonce(), (await names()).filter((name) => name.startsWith('lost'))]).toEqual([before, []])
    await recorder.record(note('lane found'))
    await expectFits()
  })

  it('answers 503 when the connection is lost midway, and changes nothing', async () => {
    const cut: Work<string> = async (tx, first) => {
      await note('cut')(tx, first)
      const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await test.db.query('SELECT pg_terminate_backend($1)', [own?.pid])
      // Ends with its connection.
      await tx.query('SELECT pg_sleep(1e9)')
      return { leaves: [], result: '' }
    }
    const settled = await Promise.allSettled([recorder.record(note('cut before')), recorder.record(cut)])
    for (const one of settled) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect((await names()).filter((name) => name.startsWith('cut'))).toEqual([])
    expect((await recorder.record(note('uncut'))).result).toBe('uncut')
    await expectFits()
  })

  it('is retried after a deadlock with another process', async () => {
    await test.db.execute("INSERT INTO notes (name) VALUES ('left'), ('right')")
    const other = new Database({ url: test.url, connectionsMax: 1 })
    const session = await other.session()
    const touch = (name: string) => `UPDATE notes SET name = name WHERE name = '${name}'`
    try {
      await session.begin()
      // The other session never yields, so that PostgreSQL aborts the recorder's work.
      await session.execute("SET LOCAL deadlock_timeout = '1d'")
      await session.execute(touch('right'))
      const [its] = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const isBlocked = async () => {
        const blocked = 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked'
        return (await test.db.query<{ blocked: boolean }>(blocked, [its?.pid]))[0]?.blocked
      }
      let runs = 0
      let crossing: Promise<unknown> = Promise.resolve()
      const crossed = recorder.record(async (tx) => {
        await tx.execute("SET LOCAL deadlock_timeout = '10ms'")
        await tx.execute(touch('left'))
        if (runs++ === 0) {
          crossing = session.execute(touch('left')).then(() => session.commit([]))
          await eventually('the other session waits for this one', isBlocked)
        }
        await tx.execute(touch('right'))
        return { leaves: [], result: runs }
      })
      expect((await crossed).result).toBeGreaterThan(1)
      await crossing
    } finally {
      session.release()
      await other.close()
      await test.db.execute("DELETE FROM notes WHERE name IN ('left', 'right')")
    }
  })
})

/** Timers that the test lets run out, beside a clock that stands still. */
const slowTime = () => ({ time: new FakeTimer(), clock: { now: () => 0, elapsed: () => 0 } })

describe('time', () => {
  it('leaves the anchoring interval between two batches', async () => {
    const { time, clock } = slowTime()
    const slow = newRecorder({ anchorIntervalMs: 300, clock, timer: time.start })
    await slow.record(note('slow 1'))
    const waiting = [slow.record(note('slow 2')), slow.record(note('slow 3'))]
    await eventually('the recorder waits', () => time.count > 0)
    await time.pass(299)
    await recorder.record(note('quick'))
    expect((await names()).filter((name) => name.startsWith('slow'))).toEqual(['slow 1'])
    await time.pass(1)
    const [second, third] = await Promise.all(waiting)
    expect(second?.anchor).toEqual(third?.anchor)
    await expectFits()
  })

  it('finishes waiting works when closed, and accepts no more', async () => {
    const { time, clock } = slowTime()
    const closing = newRecorder({ anchorIntervalMs: 100, clock, timer: time.start })
    await closing.record(note('before closing'))
    const waiting = Array.from({ length: 5 }, (_, at) => closing.record(note(`closing ${at}`)))
    const closed = closing.close()
    await eventually('the recorder waits', () => time.count > 0)
    await time.pass(100)
    await closed
    expect((await Promise.all(waiting)).map(({ result }) => result)).toHaveLength(5)
    await expect(closing.record(note('too late'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(closing.takes).toBe(false)
  })
})

/** Returns the source of a process that records one note after another and reports each when it is done. */
const writer = (url: string, key: string, from: number) => `
import { randomBytes } from 'node:crypto'
import { Database } from '${build}base/database/db.js'
import { Lane } from '${build}ledger/lanes/lane.js'
import { Recorder } from '${build}ledger/batches/recorder.js'
import { signerOf } from '${build}chain/sign.js'
const database = new Database({ url: '${url}' })
const signer = signerOf(Buffer.from('${key}', 'hex'))
await database.execute('INSERT INTO lanes (address, next_nonce) VALUES ($1, 0) ON CONFLICT DO NOTHING', [signer.address])
const [{ token }] = await database.query('SELECT fencing_token AS token FROM lanes WHERE address = $1', [signer.address])
const fees = () => ({ maxFeePerGas: 1e9, maxPriorityFeePerGas: 1 })
const terms = { chainId: 31337, contract: new Uint8Array(20), gas: () => 80000, fees }
const lane = await Lane.open(database, signer, terms, token, true)
const recorder = new Recorder({ database, lane: () => lane, anchorIntervalMs: 0, onCommitted: () => undefined })
const note = (name) => async (tx, { batchId, leafIndex }) => {
  const leaf = randomBytes(32)
  await tx.execute('INSERT INTO notes VALUES ($1, $2, $3, $4)', [name, leaf, batchId, leafIndex])
  return { leaves: [leaf], result: name }
}
for (let at = ${from};; at += 10) {
  const names = Array.from({ length: 10 }, (_, more) => 'killed ' + (at + more))
  await Promise.all(names.map((name) => recorder.record(note(name)).then(() => process.stdout.write(name + '\\n'))))
}
`
const build = new URL('../../build/', import.meta.url).href

describe('a process killed midway', () => {
  it('keeps every acknowledged work, and each batch whole or not at all', async () => {
    const key = randomBytes(32).toString('hex')
    const acknowledged: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      const script = writer(test.url, key, kill * 1_000_000)
      const child = spawn(process.execPath, ['--input-type=module', '-e', script])
      let output = ''
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
      const ended = new Promise((resolve) => child.once('close', resolve))
      // More than its first batch.
      await eventually('works are recorded', () => {
        if (child.exitCode !== null) throw new Hopeless('the process has ended')
        return output.split('\n').length > 11
      })
      await atSomeMoment(random, 150)
      child.kill('SIGKILL')
      await ended
      acknowledged.push(...output.split('\n').slice(0, -1))
    }
    expect(acknowledged.length).toBeGreaterThan(10 * kills)
    expect(await names()).toEqual(expect.arrayContaining(acknowledged))
    await expectFits()
  })
})
