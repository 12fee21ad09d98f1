import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ownersByIds } from '../accounts/sql.js'
import type { Queryable } from '../base/db.js'
import { envelope, list } from '../http/envelope.js'
import { answerPage } from '../http/list-route.js'
import { idCursor, type Page, type PageQuery, pageRequest } from '../http/paging.js'
import { presentDetails } from './present.js'
import { getStamp, listByTransaction, listStamps } from './read.js'
import { details } from './schema.js'
import type { StampRow } from './sql.js'

/** Query of `GET /hash`: with `id` a stamp, with `txid` the stamps of a transaction, else the caller's own. */
export interface StampQuery extends PageQuery {
  id?: string
  txid?: string
  userId?: string
  status?: boolean
  search?: string
  isPrivate?: boolean
}

/** How a version of the interface differs. */
interface QueryRoute {
  database: Queryable
  onRequest: onRequestHookHandler
  schema: { tags: readonly string[]; operationId: string; summary: string; description: string; querystring: TSchema }
  /** The schema of an item of a list. */
  item: TSchema
  /** Checks the query of a list. @throws {ApiError} 400, 403 */
  checkList(query: StampQuery, accountId: string): void
  present(row: StampRow): object
}

/** Adds `GET /hash`, which finds one stamp, or lists them. */
export function stampQueryRoute(
  app: FastifyInstance,
  { database, onRequest, schema, item, checkList, present }: QueryRoute,
): void {
  app.route<{ Querystring: StampQuery }>({
    method: 'GET',
    url: '/hash',
    onRequest,
    schema: { ...schema, response: { 200: envelope(Type.Union([details, list(item, 'files')])) } },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { id } = request.query
      if (id !== undefined) {
        return { status: 200, message: 'Stamp fetched successfully', data: await readDetails(database, accountId, id) }
      }
      checkList(request.query, accountId)
      const page = await readPage(database, accountId, request.query)
      return answerPage(reply, page, page.rows.map(present), {
        message: 'Stamps fetched successfully',
        itemsName: 'files',
        cursor: idCursor,
      })
    },
  })
}

/** Reads a stamp by code, hash or transaction ID. @throws {ApiError} 404 */
async function readDetails(db: Queryable, accountId: string, id: string) {
  const row = await getStamp(db, accountId, id)
  const [owner] = await ownersByIds(db, [row.account_id])
  return presentDetails(row, owner?.emailVerified ?? false)
}

/** Reads a page of a transaction's stamps, or of the account's own. @throws {ApiError} 400 */
async function readPage(db: Queryable, accountId: string, query: StampQuery): Promise<Page<StampRow>> {
  const { txid, status, search, isPrivate, cursor, ...page } = query
  // The stamps of a transaction have no cursor; one that is given means nothing.
  if (txid !== undefined) return listByTransaction(db, accountId, txid, pageRequest(page, idCursor))
  return listStamps(db, { accountId, status, search, isPrivate, ...pageRequest(query, idCursor) })
}
