import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { migrate } from '../../src/base/database/migrate.js'
import { type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres.js'
import type { TestDatabase } from '../postgres.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'

// Each was lost once, and no other test saw it: the service only became slower.

/** Batches of one stamp each. The first ones plan statements and map memory that later ones use again. */
const [first, counted] = [100, 200]
const hasProc = existsSync('/proc/self/stat')
const pageBytes = hasProc ? Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' })) : 0

describe('a batch', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-cost-'))
  const database = {} as TestDatabase
  let postgres: EmbeddedPostgres
  beforeAll(async () => {
    const start = () => startPostgres({ dataDir, password: 'test', logger: pino({ level: 'silent' }) })
    postgres = await start()
    const db = new Database({ url: postgres.databaseUrl })
    await migrate(db)
    // Counts statements; it must be there when the server starts.
    await db.execute("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
    await db.close()
    await postgres.stop()
    postgres = await start()
    Object.assign(database, { db: new Database({ url: postgres.databaseUrl }), url: postgres.databaseUrl })
    await database.db.execute('CREATE EXTENSION pg_stat_statements')
  })
  afterAll(async () => {
    await database.db?.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const service = useOwnService({ QUOTA_STAMPS: '1000000' }, undefined, undefined, database)
  let ada: TestAccount
  const stamp = async (count: number) => {
    for (let made = 0; made < count; made++) {
      expect((await service.call('POST', '/hash', { hash: someHash() }, ada.auth)).status).toBe(200)
    }
  }
  beforeAll(async () => {
    ada = await service.account()
    await stamp(first)
  })

  /**
   * Counts batches, and page faults of the process that commits them, while something is stamped. It has one more for each page of the
   * buffers that all processes share when it first touches it: that ends once it has touched all of them, so they are left out.
   */
  const faultsOf = async (work: () => Promise<unknown>) => {
    const [backend] = await database.db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE query LIKE '%count_stamps%' AND pid <> pg_backend_pid()",
    )
    const look = async () => {
      const [row] = await database.db.query<{ count: number }>('SELECT count(*) FROM batches')
      const pid = backend?.pid as number
      return { faults: minorFaults(pid) - sharedPages(pid), batches: row?.count as number }
    }
    const before = await look()
    await work()
    const after = await look()
    const batches = after.batches - before.batches
    return { batches, aBatch: (after.faults - before.faults) / batches }
  }

  it.skipIf(!hasProc)(
    'of one stamp costs PostgreSQL at most 2 page faults (without /proc, nothing counts them)',
    async () => {
      const { batches, aBatch } = await faultsOf(() => stamp(counted))
      expect(batches).toBe(counted)
      expect(aBatch).toBeLessThanOrEqual(2)
    },
  )

  it('of one stamp costs PostgreSQL three statements: the batch, the stamp, and their count', async () => {
    onTestFinished(() => service.rpc('evm_setAutomine', true))
    // No blocks any more: what follows from them would count, too.
    await eventually('all batches are in blocks', async () => {
      const [open] = await database.db.query('SELECT FROM batches WHERE state = 0 LIMIT 1')
      return open === undefined
    })
    await service.rpc('evm_setAutomine', false)
    await database.db.execute('SELECT pg_stat_statements_reset()')
    await stamp(counted)
    const all = await database.db.query<{ calls: number; query: string }>(
      "SELECT calls, left(regexp_replace(query, '\\s+', ' ', 'g'), 30) AS query FROM pg_stat_statements WHERE toplevel ORDER BY calls DESC",
    )
    const sent = all.filter(({ calls }) => calls >= counted)
    const said = all.map(({ calls, query }) => `${calls} ${query}`).join('\n')
    expect(sent.map(({ query }) => query.trim()).toSorted(), said).toEqual([
      'INSERT INTO stamps (batch_id,',
      'SELECT count_stamps_of_one($1,',
      'WITH batch AS ( INSERT INTO ba',
    ])
    expect(sent.map(({ calls }) => calls)).toEqual([counted, counted, counted])
  })

  it.skipIf(!hasProc)('of many stamps costs no more', async () => {
    const together = (times: number) => Promise.all(Array.from({ length: 64 }, () => stamp(times)))
    await together(20)
    const { batches, aBatch } = await faultsOf(() => together(20))
    expect(batches).toBeLessThan((64 * 20) / 8)
    expect(aBatch).toBeLessThanOrEqual(2)
  })
})

/** Reads field 10 of `/proc/PID/stat`, as proc(5) has it: pages that the kernel handed out. */
function minorFaults(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[10 - 3])
}

/** Reads how many pages of shared memory a process has touched. */
function sharedPages(pid: number): number {
  const kibibytes = /^RssShmem:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1024) / pageBytes
}
