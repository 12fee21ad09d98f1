import type { Queryable } from '../../base/database/db.js'
import { inSlices } from '../../base/database/slices.js'
import { lastUuid, smallestId } from '../../base/ids.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { readPage } from '../../http/paging/page-sql.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { cappedList, inOrder } from '../../http/paging/search-sql.js'

/** A line of the request log: a request, or several alike, of which it shows the slowest. */
export interface LoggedRequest {
  id: string
  clientId: string
  /** When it was answered. */
  at: Date
  method: string
  /** The path as the API description has it: `/hash/{code}`, with no ID. */
  route: string
  status: number
  durationMs: number
  requestId: string
  errorCode: string | null
  /** How many requests the line stands for. */
  count: number
}

/** Classes of HTTP status: 2 for 200 to 299. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

/** Which lines to list. */
export interface LogFilter {
  status?: (typeof statusClasses)[number] | undefined
  route?: string | undefined
}

const columns = `r.id, r.client_id AS "clientId", r.at, r.method, r.route, r.status, r.duration_ms AS "durationMs",
       r.request_id AS "requestId", r.error_code AS "errorCode", r.count`

// A client may be gone by now, with its account.
const insert = `
INSERT INTO request_log (client_id, id, at, method, route, status, duration_ms, request_id, error_code, count)
SELECT n.* FROM unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[], $7::real[], $8::text[],
                       $9::text[], $10::integer[]) AS n (client_id)
 WHERE EXISTS (SELECT FROM clients c WHERE c.id = n.client_id)
ON CONFLICT DO NOTHING`

/** Writes lines. Safe to repeat with the same ones. */
export async function insertRequests(db: Queryable, lines: readonly LoggedRequest[]): Promise<void> {
  const all = <Key extends keyof LoggedRequest>(key: Key) => lines.map((line) => line[key])
  await db.execute(insert, [
    all('clientId'),
    all('id'),
    all('at'),
    all('method'),
    all('route'),
    all('status'),
    all('durationMs'),
    all('requestId'),
    all('errorCode'),
    all('count'),
  ])
}

/** Lists the lines of a client, newest first; the count is exact up to 10,000. */
export async function listRequests(
  db: Queryable,
  clientId: string,
  { status, route }: LogFilter,
  page: PageRequest,
): Promise<Page<LoggedRequest>> {
  const values = [
    clientId,
    ...(route === undefined ? [] : [route]),
    ...(status === undefined ? [] : [Number(status.charAt(0))]),
  ]
  const row = `SELECT ${columns} FROM request_log r WHERE r.client_id = $1 AND r.id = shown.id`
  return readPage(db, { ...cappedList(linesOf(status !== undefined, route !== undefined)), row, values }, page)
}

function linesOf(hasStatus: boolean, hasRoute: boolean): string {
  const own = 'request_log i WHERE i.client_id = $1'
  if (!hasRoute) return hasStatus ? `${own} AND i.status / 100 = $2` : own
  if (hasStatus) return `${own} AND i.route = $2 AND i.status / 100 = $3`
  return inOrder([2, 3, 4, 5].map((one) => `SELECT i.id FROM ${own} AND i.route = $2 AND i.status / 100 = ${one}`))
}

const atOnce = 5000

const eraseOld = `
WITH erased AS (
  DELETE FROM request_log
   WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM request_log WHERE id < $1 AND id >= $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED))
  RETURNING id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM erased`

/** Erases the lines that are older than a number of days. */
export async function eraseOldRequests(db: Queryable, days: number, now: TrustedTime): Promise<void> {
  const first = smallestId(now.getTime() - days * 86_400_000)
  await inSlices(db, eraseOld, [first], smallestId(0), atOnce)
}

/** In pairs, because only the client's index gives their order. */
const eraseOfClient = `
WITH erased AS (
  DELETE FROM request_log
   WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM request_log WHERE (client_id, id) >= ($1::text, $2::uuid) AND (client_id, id) <= ($1::text, '${lastUuid}')
      ORDER BY client_id, id LIMIT $3))
  RETURNING id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM erased`

/** Erases the lines of an account's clients. */
export async function eraseRequests(db: Queryable, accountId: string): Promise<true> {
  const own = await db.query<{ id: string }>('SELECT id FROM clients WHERE account_id = $1', [accountId])
  for (const { id } of own) await inSlices(db, eraseOfClient, [id], smallestId(0), atOnce)
  return true
}

const following = `
SELECT ${columns} FROM request_log r WHERE r.client_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`

/** Reads all lines of a client, oldest first. */
export async function* allRequests(db: Queryable, clientId: string): AsyncGenerator<LoggedRequest, void> {
  let after = smallestId(0)
  for (;;) {
    const lines = await db.query<LoggedRequest>(following, [clientId, after, 1000])
    yield* lines
    const last = lines.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
