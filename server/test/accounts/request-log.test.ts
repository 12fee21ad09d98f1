import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { portalClientId } from '../../src/accounts/portal-sql.js'
import { requestExporter } from '../../src/accounts/requests/export.js'
import { RequestLog } from '../../src/accounts/requests/request-log.js'
import { allRequests, eraseOldRequests, eraseRequests, type LoggedRequest } from '../../src/accounts/requests/sql.js'
import type { Queryable } from '../../src/base/database/db.js'
import { useDatabase } from '../postgres.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { trusted } from '../trusted.js'
import { someAccount } from './fixture.js'

describe('GET /account/clients/{clientId}/requests', () => {
  const service = useService()
  let ada: TestAccount
  let code: string
  const listed = async (query = '', by = ada) =>
    service.call('GET', `/account/clients/${by.clientId}/requests${query}`, undefined, by.auth)
  const requestsOf = async (query = ''): Promise<Omit<LoggedRequest, 'clientId'>[]> =>
    dataOf(await listed(query)).requests

  beforeAll(async () => {
    ada = await service.account()
    code = dataOf(
      await service.call('POST', '/hash', { hash: someHash() }, { ...ada.auth, 'request-id': 'order-17' }),
    ).code
    await service.call('PATCH', `/hash/${code}?secret=17`, { isPrivate: true, note: 'secret' }, ada.auth)
    await service.call('PATCH', '/hash/NOSUCHCODE', { isPrivate: true }, ada.auth)
    await service.call('GET', '/account', undefined, ada.auth)
    await eventually('all are logged', async () =>
      (await requestsOf('?limit=100')).some((one) => one.route === '/account'),
    )
  })

  it('200: newest first, with route, status, duration, request ID and error code, and nothing that was sent', async () => {
    const [account, missing, changed, stamped] = (await requestsOf('?limit=100')).filter(
      ({ route }) => !route.includes('requests'),
    )
    const line = { id: expect.any(String), at: expect.any(String), requestId: expect.any(String), count: 1 }
    const quick = { durationMs: expect.any(Number), errorCode: null }
    expect(account).toStrictEqual({ ...line, ...quick, method: 'GET', route: '/account', status: 200 })
    expect(changed).toMatchObject({ method: 'PATCH', route: '/hash/{code}', status: 400, errorCode: 'invalid' })
    expect(missing).toMatchObject({ method: 'PATCH', route: '/hash/{code}', status: 404, errorCode: 'stamp_not_found' })
    expect(stamped).toMatchObject({ method: 'POST', route: '/hash', status: 200, requestId: 'order-17' })
    const kept = await service.database.db.query('SELECT * FROM request_log WHERE client_id = $1', [ada.clientId])
    for (const sent of ['secret', '17', code])
      expect(JSON.stringify(kept).replaceAll('order-17', '')).not.toContain(`"${sent}`)
  })

  it('200: filtered by class of status and by route, paged by cursor', async () => {
    const routes = async (query: string) => (await requestsOf(query)).map(({ route, status }) => `${status} ${route}`)
    expect(await routes('?status=4xx')).toEqual(['404 /hash/{code}', '400 /hash/{code}'])
    expect(await routes('?status=5xx')).toEqual([])
    expect(await routes(`?route=${encodeURIComponent('/hash/{code}')}`)).toEqual([
      '404 /hash/{code}',
      '400 /hash/{code}',
    ])
    expect(await routes('?route=/hash&status=2xx')).toEqual(['200 /hash'])
    const first = await listed(`?limit=1&route=${encodeURIComponent('/hash/{code}')}`)
    expect(dataOf(first).count).toBe(2)
    const cursor = first.headers.get('next-cursor') ?? ''
    expect(await routes(`?limit=1&cursor=${cursor}&route=${encodeURIComponent('/hash/{code}')}`)).toEqual([
      '400 /hash/{code}',
    ])
  })

  it('404: another account’s client; 400: an unknown class', async () => {
    const eve = await service.account()
    const others = await service.call('GET', `/account/clients/${ada.clientId}/requests`, undefined, eve.auth)
    expectError(others, 404, 'client_not_found', /client/i)
    expectError(await listed('?status=6xx'), 400, 'invalid', /status/)
  })
})

describe('the log', () => {
  const database = useDatabase()
  let clientId: string
  let accountId: string
  beforeAll(async () => {
    ;({ clientId, userId: accountId } = await someAccount(database.db))
  })

  let nowMs = wallTime().getTime()
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const warnings: unknown[] = []
  const logger = { warn: (...line: unknown[]) => void warnings.push(line) }
  const newLog = (db: Queryable = database.db) => new RequestLog({ db, logger, clock })
  const noteOf =
    (log: RequestLog, by = { clientId, accountId }) =>
    (id: string, ms = 1, status = 200, url = '/hash') => {
      const request = { id, method: 'POST', routeOptions: { url }, session: by }
      const reply = { statusCode: status, getHeader: () => (status < 400 ? undefined : 'invalid') }
      log.note(request as unknown as FastifyRequest, reply as unknown as FastifyReply, ms)
    }
  const kept = async () => {
    const lines: LoggedRequest[] = []
    for await (const line of allRequests(database.db, clientId)) lines.push(line)
    await database.db.execute('DELETE FROM request_log')
    return lines
  }

  it('keeps single lines up to a share, then counts requests alike and shows the slowest', async () => {
    const log = newLog()
    const note = noteOf(log)
    for (let i = 0; i < 200; i++) note('single')
    for (const ms of [3, 8, 5]) note(`ms-${ms}`, ms)
    note('refused', 2, 400)
    note('refused', 1, 400)
    await log.write()
    const lines = await kept()
    expect(lines).toHaveLength(202)
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(205)
    const merged = lines.filter(({ count }) => count > 1)
    expect(
      merged.map(({ requestId, durationMs, count, errorCode }) => ({ requestId, durationMs, count, errorCode })),
    ).toEqual(
      expect.arrayContaining([
        { requestId: 'ms-8', durationMs: 8, count: 3, errorCode: null },
        { requestId: 'refused', durationMs: 2, count: 2, errorCode: 'invalid' },
      ]),
    )
    nowMs += 2000
    await log.write()
    for (let i = 0; i < 9; i++) note('later')
    await log.write()
    expect((await kept()).map(({ count }) => count).sort()).toEqual([1, 1, 7])
  })

  it('logs no one in the portal, and no caller without a login', async () => {
    const log = newLog()
    noteOf(log, { clientId: portalClientId, accountId })('portal')
    log.note(
      { id: 'x', method: 'GET', routeOptions: {} } as unknown as FastifyRequest,
      {} as unknown as FastifyReply,
      1,
    )
    await log.write()
    expect(await kept()).toEqual([])
  })

  it('writes each line once when the database fails before or after it wrote', async () => {
    const failures = ['before', 'after']
    const unsteady = {
      query: database.db.query.bind(database.db),
      async execute(text: string, values?: readonly unknown[]) {
        const failure = failures.shift()
        if (failure === 'before') throw new Error('lost')
        const count = await database.db.execute(text, values)
        if (failure === 'after') throw new Error('lost')
        return count
      },
    }
    const log = newLog(unsteady)
    noteOf(log)('first')
    await expect(log.write()).rejects.toThrow('lost')
    nowMs += 1
    noteOf(log)('second')
    await expect(log.write()).rejects.toThrow('lost')
    await log.write()
    await log.write()
    expect((await kept()).map(({ requestId }) => requestId)).toEqual(['first', 'second'])
  })

  it('drops and counts what a slow database has no room for', async () => {
    const log = newLog()
    for (let i = 0; i < 10_010; i++) noteOf(log, { clientId: `cl_${i}`, accountId })('many')
    // Clients that are gone are no failure.
    noteOf(log)('dropped')
    await log.write()
    expect(warnings).toEqual([[{ requests: 11 }, expect.stringContaining('left out')]])
    noteOf(log)('kept')
    await log.write()
    expect((await kept()).map(({ requestId }) => requestId)).toEqual(['kept'])
  })

  it('is exported with the account', async () => {
    const log = newLog()
    noteOf(log)('exported', 12.345, 400, '/hash/:code')
    await log.write()
    let text = ''
    for await (const { content } of requestExporter(database.db).entries(accountId, wallTime()))
      for await (const piece of await content()) text += piece
    const [{ id, at }] = (await kept()) as [LoggedRequest]
    const shown = { id, at: at.toISOString(), method: 'POST', route: '/hash/{code}', status: 400, durationMs: 12.35 }
    expect(JSON.parse(text)).toEqual({ ...shown, clientId, requestId: 'exported', errorCode: 'invalid', count: 1 })
  })

  it.each<[string, (db: Queryable) => Promise<unknown>]>([
    ['by age', (db) => eraseOldRequests(db, 7, trusted())],
    ['with the account', (db) => eraseRequests(db, accountId)],
  ])('is erased %s in slices, each of which begins where the one before ended', async (_, erase) => {
    const fill = `
      INSERT INTO request_log (client_id, id, at, method, route, status, duration_ms, request_id, count)
      SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'GET', '/', 200, 1, 'many', 1
        FROM generate_series(1, 12000) n`
    await database.db.execute(fill, [clientId])
    const begun: unknown[] = []
    const query: Queryable['query'] = (text, values = []) => {
      if (text.includes('DELETE FROM request_log')) begun.push(values[1])
      return database.db.query(text, values)
    }
    await erase({ query, execute: database.db.execute })
    const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    expect(begun).toEqual([expect.any(String), idOf(5000), idOf(10_000)])
    expect(await kept()).toEqual([])
  })

  it('is erased by age, and with the account', async () => {
    const log = newLog()
    noteOf(log)('new')
    nowMs -= 8 * 86_400_000
    noteOf(log)('old')
    nowMs += 8 * 86_400_000
    await log.write()
    await eraseOldRequests(database.db, 7, trusted())
    const ids = await database.db.query<{ request_id: string }>('SELECT request_id FROM request_log')
    expect(ids).toEqual([{ request_id: 'new' }])
    expect(await eraseRequests(database.db, randomUUID())).toBe(true)
    expect(await eraseRequests(database.db, accountId)).toBe(true)
    expect(await kept()).toEqual([])
  })
})
