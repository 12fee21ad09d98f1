import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/base/database/db.js'
import {
  connectionOptions,
  type SessionRow,
  sessionFaults,
  sessionSql,
} from '../../src/base/database/session-settings.js'
import { check } from '../../src/roof/check.js'
import { fileParts, type Part, post, someFolder } from '../files/upload.js'
import { chainSettings, someHash, type TestAccount, useOwnService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

const service = useOwnService()
const hostile = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Pacific/Chatham',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  gin_fuzzy_search_limit: '1',
  exit_on_error: 'on',
  statement_timeout: '1ms',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  client_min_messages: 'error',
  synchronous_commit: 'off',
}
let ada: TestAccount

/** Settings of a service on this database, beside ours on its chain. */
const settingsAt = (url: string) => ({ ...chainSettings(service), DATABASE_URL: url, DISK_RESERVE: '0' })

describe('with hostile settings of the role and the database', () => {
  beforeAll(async () => {
    ada = await service.account()
    const { db } = service.database
    const [at] = await db.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')
    for (const [index, [name, value]] of Object.entries(hostile).entries()) {
      const whose = index % 2 === 0 ? `DATABASE ${at?.name}` : `ROLE postgres IN DATABASE ${at?.name}`
      await db.execute(`ALTER ${whose} SET ${name} TO ${name === 'DateStyle' ? value : `'${value}'`}`)
    }
    await service.restart()
  })

  it('stamps, finds, lists and searches', async () => {
    const hash = someHash()
    const metadata = { latitude: '0.1', description: 'NULL' }
    const made = dataOf(await service.call('POST', '/hash', { hash, filename: 'A \\ file', metadata }, ada.auth))
    const found = dataOf(await service.call('GET', `/hash?id=${made.code}`, undefined, ada.auth))
    expect(found).toMatchObject({ hash, filename: 'A \\ file', metaData: [metadata] })
    expect(found.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const query of ['page=1&limit=10', 'page=1&limit=10&search=file']) {
      const { files } = dataOf(await service.call('GET', `/hash?${query}`, undefined, ada.auth))
      expect(files[0]).toMatchObject({ hash, code: made.code })
    }
  })

  it('draws a certificate', async () => {
    const { code } = dataOf(await service.call('POST', '/hash', { hash: someHash() }, ada.auth))
    const answer = await fetch(`${service.url}/s/${code}/proof?format=pdf`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('keeps files, with their place, and lists them', async () => {
    const folderId = await someFolder(service, ada)
    const place: Part[] = [
      ['lat', '52.5200066'],
      ['long', '13.404954'],
    ]
    const parts = [...place, ...fileParts(ada, folderId, randomBytes(100))]
    const { fileId } = dataOf(await post(service, '/api/files', parts, ada.auth))
    const details = dataOf(await service.call('GET', `/api/folders/${folderId}/file/${fileId}`, undefined, ada.auth))
    expect([details.lat, details.long]).toEqual([52.5200066, 13.404954])
    const listed = dataOf(
      await service.call('GET', `/api/folders/${folderId}/files?page=1&limit=5`, undefined, ada.auth),
    )
    expect(listed.count).toBe(1)
    const folders = dataOf(await service.call('GET', '/api/folders?page=1&limit=5', undefined, ada.auth))
    expect(folders.data.map(({ _id }: { _id: string }) => _id)).toContain(folderId)
  })

  it('shows the account and its usage, and is ready', async () => {
    for (const path of ['/profile', '/account/usage', '/network'])
      expect((await service.call('GET', path, undefined, ada.auth)).status, path).toBe(200)
    expect((await service.call('GET', '/readyz')).status).toBe(200)
  })

  it('copies whole tables without a limit, and has the options of its address as well', async () => {
    const separator = service.database.url.includes('?') ? '&' : '?'
    const url = `${service.database.url}${separator}options=-c%20work_mem%3D7MB%20-c%20DateStyle%3DSQL`
    const database = new Database({ url, connectionsMax: 1, isBulk: true })
    try {
      const [row] = await database.query<Record<string, string>>(
        `SELECT current_setting('statement_timeout') AS "limit", current_setting('work_mem') AS memory,
                current_setting('DateStyle') AS style, current_setting('synchronous_commit') AS commit`,
      )
      expect(row).toEqual({ limit: '0', memory: '7MB', style: 'ISO, MDY', commit: 'on' })
    } finally {
      await database.close()
    }
  })

  it('serve --check reads a time back, and creates the extensions', async () => {
    const lines: string[] = []
    const env = settingsAt(service.database.url)
    await check((line) => lines.push(line), env)
    expect(lines.find((line) => line.includes(' database: '))).toMatch(/^✓ database: PostgreSQL /)
  })
})

it('serve --check says so when the role may create tables, but not the extensions', async () => {
  const name = `limited_${randomBytes(6).toString('hex')}`
  const { db, url } = service.database
  await db.execute(`CREATE ROLE ${name} LOGIN`)
  await db.execute(`CREATE DATABASE ${name}`)
  const ofOwner = new URL(url)
  ofOwner.pathname = `/${name}`
  const owner = new Database({ url: ofOwner.href, connectionsMax: 1 })
  try {
    await owner.execute(`GRANT CREATE ON SCHEMA public TO ${name}`)
    ofOwner.username = name
    const lines: string[] = []
    const found = () => lines.splice(0).find((line) => line.includes(' database: '))
    const env = settingsAt(ofOwner.href)
    expect(await check((line) => lines.push(line), env)).toBe(false)
    expect(found()).toMatch(
      /^✗ database: An extension can't be created: permission denied .* CREATE EXTENSION btree_gin;$/,
    )
    await owner.execute(`GRANT CREATE ON DATABASE ${name} TO ${name}`)
    await check((line) => lines.push(line), env)
    expect(found()).toMatch(/^✓ database: PostgreSQL .*, the next start runs/)
    // It was tried only.
    expect(await owner.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).toEqual([])
  } finally {
    await owner.close()
    await db.execute(`DROP DATABASE ${name} WITH (FORCE)`)
    await db.execute(`DROP ROLE ${name}`)
  }
})

describe('sessionFaults', () => {
  const row = async (): Promise<SessionRow> =>
    (await service.database.db.query<SessionRow>(sessionSql))[0] as SessionRow

  it('finds nothing wrong with a connection of ours', async () => {
    expect(sessionFaults(await row())).toEqual([])
  })

  it.each([
    [{ moment: '03.02.2026 04:05:06.789 UTC' }, /^A time, bytes or a number came back in another form\. A pooler/],
    [{ moment: new Date(Date.UTC(2026, 2, 2)) }, /^A time, bytes or a number/],
    [{ number: 0.3 }, /^A time, bytes or a number/],
    [{ readOnly: 'on' }, /^Transactions are read-only\./],
    [{ triggers: 'replica' }, /^Triggers are off: reset session_replication_role, which is replica\.$/],
  ])('says what is wrong: %j', async (wrong, words) => {
    expect(sessionFaults({ ...(await row()), ...wrong })).toEqual([expect.stringMatching(words)])
  })
})

describe('connectionOptions', () => {
  it.each([
    ['postgres://a/b', 'postgres://a/b', ''],
    ['postgres://a/b?options=-c%20x%3D1', 'postgres://a/b', '-c x=1 '],
    [
      'postgres://a,c/b?sslmode=require&options=-c+x%3D1&host=%2Ftmp',
      'postgres://a,c/b?sslmode=require&host=%2Ftmp',
      '-c x=1 ',
    ],
  ])('%s', (url, connectionString, first) => {
    const made = connectionOptions(url, { synchronous_commit: 'on' })
    expect(made.connectionString).toBe(connectionString)
    expect(made.options.startsWith(`${first}-c DateStyle=ISO,\\ MDY -c `)).toBe(true)
    expect(made.options.endsWith(' -c synchronous_commit=on')).toBe(true)
  })
})
