import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { replacePassword } from '../../src/accounts/portal-sql.js'
import { hashPassword } from '../../src/accounts/proving/passwords.js'
import { Database, type Queryable } from '../../src/base/database/db.js'
import { migrate } from '../../src/base/database/migrate.js'
import { tidyWebhooks } from '../../src/webhooks/deliveries/tidy.js'
import { someFolder } from '../files/upload.js'
import type { TestDatabase } from '../postgres.js'
import { databaseUrl, startPostgres, type TestPostgres } from '../postgres-server.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { trusting } from '../trusted.js'
import { type Receiver, startReceiver } from '../webhooks/receiver.js'
import { wrongWith } from './bounds.js'
import { type Ids, notRun, readsNothing, runDirectly } from './direct.js'
import { exceptions } from './exceptions.js'
import { fill } from './fill.js'
import { loggingPlans, logPlans, readPlans } from './log.js'
import { isIn, sqlIn } from './sources.js'
import { metricsToken, type Owner, password, read, write } from './traffic.js'

// A service on a full database does all it can do, and PostgreSQL logs how it executed each statement, of loops, threads, functions and
// triggers, too. Each statement in the code must be among them, so that a new one can't be forgotten.

/** `PLAN_ROWS=50000` for a quick look. */
const rows = Number(process.env.PLAN_ROWS ?? 1_000_000)

describe(`with ${rows} stamps and deliveries`, () => {
  const source = sqlIn(fileURLToPath(new URL('../../src', import.meta.url)))
  const database = {} as TestDatabase
  let postgres: TestPostgres
  let receiver: Receiver
  /** The statements, and what was wrong with how one was executed. */
  const executed = new Map<string, string[]>()

  beforeAll(async () => {
    postgres = await startPostgres([...loggingPlans, 'maintenance_work_mem=512MB', 'max_wal_size=8GB'])
    const admin = new Database({ url: databaseUrl(postgres.socketDir, 'postgres'), connectionsMax: 1 })
    await admin.execute('CREATE DATABASE plans')
    await admin.close()
    const url = databaseUrl(postgres.socketDir, 'plans')
    Object.assign(database, { db: new Database({ url }), url })
    await migrate(database.db)
  })
  afterAll(async () => {
    await database.db?.close()
    await postgres?.stop()
  })

  const service = useOwnService(
    { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1', METRICS_TOKEN: metricsToken },
    undefined,
    undefined,
    database,
  )

  beforeAll(async () => {
    receiver = await startReceiver()
    const large = await service.account('Grace')
    const other = await service.account('Ada')
    await replacePassword(database.db, large.userId, await hashPassword(password))
    const webhooks = [await webhook(large), await webhook(large)]
    const me: Owner = { ...large, folder: await someFolder(service, large), webhooks }
    await someFolder(service, other)
    // The tracker begins with real blocks.
    const { hash } = (await service.call('POST', '/hash', { hash: someHash() }, other.auth)).body.data
    await eventually('the stamp is final', async () => {
      const stamp = await service.call('GET', `/hash?id=${hash}`, undefined, other.auth)
      return JSON.stringify(stamp.body).includes('"final"')
    })
    await fill(database.url, rows, { large: large.userId, other: other.userId, folder: me.folder, webhooks })
    // A prepared statement gets either kind of plan, as PostgreSQL sees fit.
    for (const kind of ['custom', 'generic'] as const) {
      await logPlans(database.db, true, kind)
      await read(service, me, other)
      await write(service, me)
      await inVain(async (tx) => runDirectly(tx, source, await idsOf(me)))
      await tidyWebhooks(database.db, 30, trusting)
    }
    await logPlans(database.db, false)
    const text = "SELECT relname AS name, reltuples::float8 AS size FROM pg_class WHERE relkind = 'r'"
    const tables = await database.db.query<{ name: string; size: number }>(text)
    const sizes = new Map(tables.map(({ name, size }) => [name, size]))
    for await (const one of readPlans(postgres.socketDir)) {
      const wrong = wrongWith(one, sizes, exceptions)
      if (wrong.length > 0 || !executed.has(one.text)) executed.set(one.text, wrong)
    }
  })
  afterAll(() => receiver?.close())

  const webhook = async (owner: TestAccount) => {
    const body = { redirectUrl: receiver.url, action: ['hash.succeed'] }
    return (await service.call('POST', '/v2/webhooks', body, owner.auth)).body.data.id as string
  }

  /** Runs something and undoes it. */
  const inVain = async (work: (tx: Queryable) => Promise<void>) => {
    const session = await database.db.session()
    await session.begin()
    try {
      await work(session)
    } finally {
      await session.rollback()
      session.release()
    }
  }

  const idsOf = async (me: Owner): Promise<Ids> => {
    const of = async (kind: string, ...numbers: number[]) => {
      const text = 'SELECT v7(i, $1) AS id FROM unnest($2::bigint[]) AS i'
      return (await database.db.query<{ id: string }>(text, [kind, numbers])).map(({ id }) => id)
    }
    const [small = ''] = await of('account', 5)
    const [file = ''] = await of('file', 4)
    const [version = ''] = await of('version', 4)
    const [purged = ''] = await of('purged', 4)
    const common = { large: me.userId, folder: me.folder, webhooks: me.webhooks }
    return {
      ...common,
      small,
      file,
      version,
      purged,
      batches: await of('batch', 4, 5, 6),
      trees: await of('tree', 1, 2),
    }
  }

  it('no statement reads many rows or pages for what it returns or writes', () => {
    expect(Object.fromEntries([...executed].filter(([, wrong]) => wrong.length > 0))).toEqual({})
  })

  it('each statement in the code was executed', () => {
    const texts = [...executed.keys()]
    const missing = source.filter((sql) => {
      const isExempt = readsNothing(sql) || notRun.some(({ is }) => is(sql))
      return !isExempt && !texts.some((text) => isIn(sql, text))
    })
    expect(missing.map(({ file, line, parts }) => `${file}:${line} ${parts.join(' … ')}`)).toEqual([])
  })

  it('no exception remains for a statement that is gone', () => {
    expect(exceptions.filter(({ has }) => ![...executed.keys()].some((text) => text.includes(has)))).toEqual([])
  })
})
