import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ownersByIds } from '../../accounts/owners.js'
import type { Queryable } from '../../base/database/db.js'
import { envelope, list } from '../../http/answers/envelope.js'
import { type ErrorCode, invalid } from '../../http/errors.js'
import { answerPage } from '../../http/paging/list-route.js'
import { idCursor, type Page, type PageQuery, pageRequest } from '../../http/paging/paging.js'
import { parseDigest } from '../digest.js'
import { endUserOf } from '../end-users/end-users.js'
import { presentLabels, readLabels } from '../labels/read.js'
import { presentDetails, type Reader } from '../present.js'
import { details } from '../schema.js'
import type { StampRow } from '../sql.js'
import type { ListFilters } from './filters.js'
import { listCopies, listStamps } from './list.js'
import { getStamp, getStampOfDocument, listByTransaction, otherStampOf } from './read.js'
import type { Sort } from './sort-sql.js'

/** Query of `GET /hash`: with `id` or `hash` a stamp, with `txid` or `originalDocHash` the stamps of a transaction or of copies, else the caller's own. */
interface StampQuery extends PageQuery, ListFilters {
  id?: string
  hash?: string
  txid?: string
  originalDocHash?: string
  sort?: Sort['by']
  order?: Sort['order']
}

/** How a version of the interface differs. */
interface QueryRoute {
  database: Queryable
  onRequest: onRequestHookHandler
  schema: {
    tags: readonly string[]
    operationId: string
    errors: readonly ErrorCode[]
    summary: string
    description: string
    querystring: TSchema
  }
  /** The form of details. */
  version: 1 | 2
  /** The schema of an item of a list. */
  item: TSchema
  /** Checks the query of a list. @throws {ApiError} 400 */
  checkList(query: StampQuery): void
  /** Presents an item of a list, to an account. */
  present(row: StampRow, accountId: string): object
}

/** Adds `GET /hash`, which finds one stamp, or lists them. */
export function stampQueryRoute(
  app: FastifyInstance,
  { database, onRequest, schema, version, item, checkList, present }: QueryRoute,
): void {
  app.route<{ Querystring: StampQuery }>({
    method: 'GET',
    url: '/hash',
    onRequest,
    schema: { ...schema, response: { 200: envelope(Type.Union([details, list(item, 'files')])) } },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { id, hash, userId } = request.query
      await endUserOf(database, accountId, userId, { isErasedFine: true })
      if (id !== undefined || hash !== undefined) {
        refuseOthers(request.query)
        const row =
          id !== undefined
            ? await getStamp(database, accountId, id, getStampOfDocument)
            : await getStampOfDocument(database, accountId, parseDigest(hash as string, 'hash'))
        const data = await readDetails(database, row, { accountId, version })
        return { status: 200, message: 'Stamp fetched successfully', data }
      }
      checkList(request.query)
      const page = await readPage(database, accountId, request.query)
      const labels = await readLabels(database, accountId, page.rows, request.query.run)
      const items = page.rows.map((row) => Object.assign(present(row, accountId), presentLabels(row, labels)))
      return answerPage(reply, page, items, {
        message: 'Stamps fetched successfully',
        itemsName: 'files',
        cursor: idCursor,
      })
    },
  })
}

/** Refuses what a single stamp has no use for: nothing is dropped silently. @throws {ApiError} 400 */
function refuseOthers(query: StampQuery): void {
  const { userId: _, ...given } = query
  const [single, other] = Object.keys(given).sort((a, b) => Number(isSingle(b)) - Number(isSingle(a)))
  if (other !== undefined) throw invalid(other, `not taken together with ${single}, which finds one stamp`)
}

const isSingle = (name: string) => name === 'id' || name === 'hash'

/** Completes the details of a stamp with what is not in its row. */
export async function readDetails(db: Queryable, row: StampRow, reader: Reader) {
  const [[owner], otherCode, labels] = await Promise.all([
    ownersByIds(db, [row.account_id]),
    row.file ? null : otherStampOf(db, reader.accountId, row),
    readLabels(db, reader.accountId, [row]),
  ])
  const details = presentDetails(row, reader, { emailVerified: owner?.emailVerified ?? false, otherCode })
  return Object.assign(details, presentLabels(row, labels))
}

/** Reads a page of the stamps of a transaction or of a document's copies, or of the account's own. @throws {ApiError} 400 */
async function readPage(db: Queryable, accountId: string, query: StampQuery): Promise<Page<StampRow>> {
  const { txid, originalDocHash, sort, order } = query
  if (txid !== undefined && originalDocHash !== undefined)
    throw invalid('originalDocHash', 'not taken together with txid')
  const request = { ...query, ...pageRequest(query, idCursor), accountId }
  if (txid === undefined && originalDocHash === undefined) return listStamps(db, request)
  if (sort !== undefined || order !== undefined)
    throw invalid(sort === undefined ? 'order' : 'sort', 'taken for lists of your own stamps alone')
  if (txid !== undefined) return listByTransaction(db, txid, request)
  return listCopies(db, parseDigest(originalDocHash as string, 'originalDocHash'), request)
}
