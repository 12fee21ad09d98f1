import { escapeLike, type Queryable } from '../base/db.js'
import { apiError } from '../http/errors.js'
import { countMax, emptyPage, offsetOf, type Page, type PageRequest, pageOf } from '../http/paging.js'
import { parseCode } from './code.js'
import * as sql from './sql.js'

/** The filter and page of a list. */
export interface ListRequest extends PageRequest {
  accountId: string
  status?: boolean | undefined
  isPrivate?: boolean | undefined
  search?: string | undefined
}

/**
 * Finds a stamp by code, hash or transaction ID, as the form of `id` shows; 64 hex digits are tried as a hash, then as a transaction ID.
 *
 * @throws {ApiError} 404 when it doesn't exist or the account may not see it; the answer doesn't show which
 */
export async function getStamp(db: Queryable, accountId: string, id: string): Promise<sql.StampRow> {
  const hex = /^(0x)?([0-9a-f]+)$/i.exec(id)?.[2]
  const bytes = hex && [64, 96, 128].includes(hex.length) ? Buffer.from(hex, 'hex') : null
  if (bytes) {
    const [byHash] = await db.query<sql.StampRow>(sql.stampByHash, [bytes, accountId])
    if (byHash) return byHash
    const batchId = bytes.length === 32 ? await batchOf(db, bytes) : null
    if (batchId) {
      const [inBatch] = await db.query<sql.StampRow>(sql.stampInBatch, [batchId, accountId])
      if (inBatch) return inBatch
    }
    throw apiError('stamp_not_found')
  }
  const code = parseCode(id)
  const [byCode] = code ? await db.query<sql.StampRow>(sql.stampByCode, [code, accountId]) : []
  if (!byCode) throw apiError('stamp_not_found')
  return byCode
}

/** Lists the stamps of a transaction that the account may see, in the order of their leaves. */
export async function listByTransaction(
  db: Queryable,
  accountId: string,
  txid: string,
  { page, limit }: Pick<PageRequest, 'page' | 'limit'>,
): Promise<Page<sql.StampRow>> {
  const hex = /^(0x)?([0-9a-f]{64})$/i.exec(txid)?.[2]
  if (!hex)
    throw apiError('invalid', {
      field: 'txid',
      problem: 'expected a transaction ID: 64 hex digits, optionally prefixed with 0x',
    })
  const batchId = await batchOf(db, Buffer.from(hex, 'hex'))
  if (!batchId) return emptyPage
  const [counted] = await db.query<{ count: number }>(sql.countInBatch, [batchId, accountId])
  const rows = await db.query<sql.StampRow>(sql.stampsInBatch, [batchId, accountId, limit, (page - 1) * limit])
  return { count: counted?.count ?? 0, rows, nextAfter: null }
}

/** Lists an account's own stamps, newest first. The count is exact, but stops at 10,000 with a search or `isPrivate`. */
export async function listStamps(db: Queryable, request: ListRequest): Promise<Page<sql.StampRow>> {
  const { accountId, limit, after, status, isPrivate } = request
  const search = request.search?.toLowerCase()
  const shape: sql.ListShape = {
    status,
    isPrivate,
    cursor: after !== null,
    search: !search ? 'none' : search.length < 3 ? 'prefix' : 'anywhere',
  }
  const pattern = search ? escapeLike(search) : null
  const patterns = [shape.search === 'none' ? null : pattern, shape.search === 'prefix' ? pattern : null]
  const [rows, count] = await Promise.all([
    db.query<sql.StampRow>(sql.listStamps(shape), [accountId, limit + 1, offsetOf(request), after, ...patterns]),
    search || isPrivate !== undefined
      ? db
          .query<{ count: number }>(sql.countMatches({ ...shape, cursor: false }), [
            accountId,
            countMax,
            0,
            null,
            ...patterns,
          ])
          .then(([counted]) => counted?.count ?? 0)
      : countOf(db, accountId, status),
  ])
  return pageOf(count, rows, limit, ({ id }) => id)
}

async function countOf(db: Queryable, accountId: string, status: boolean | undefined): Promise<number> {
  const text = status === undefined ? sql.countOfAccount : status ? sql.countConfirmed : sql.countPending
  return (await db.query<{ count: number }>(text, [accountId]))[0]?.count ?? 0
}

async function batchOf(db: Queryable, transactionHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ batch_id: string }>(sql.batchOfTransaction, [transactionHash])
  return row?.batch_id ?? null
}
