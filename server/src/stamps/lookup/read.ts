import type { Queryable } from '../../base/database/db.js'
import { isUuid } from '../../base/ids.js'
import { apiError } from '../../http/errors.js'
import { emptyPage, type Page } from '../../http/paging/paging.js'
import { parseCode } from '../code.js'
import { digestOf } from '../digest.js'
import * as sql from '../sql.js'
import { fileByCode, fileInBatch, filesInBatch } from './file-records.js'
import { type ListRequest, listBatch } from './list.js'

/**
 * Finds a stamp, or a file's record, by code, hash, transaction ID or the account's own stamp ID, as the form of `id` shows. 64 hex digits may be a hash or a
 * transaction ID: a transaction ID ever answered here is never read as a hash, by anyone, or a stamp of its text could stand in for
 * what it names.
 *
 * @param ofHash finds the stamp of a hash
 * @throws {ApiError} 404 when it doesn't exist or the account may not see it; the answer doesn't show which
 */
export async function getStamp(
  db: Queryable,
  accountId: string,
  id: string,
  ofHash: typeof getStampOfHash = getStampOfHash,
): Promise<sql.StampRow> {
  if (isUuid(id)) return byId(db, accountId, id)
  const bytes = digestOf(id)
  if (!bytes) return byCode(db, accountId, id)
  // With the name of a hash before it, it is no transaction ID.
  const batchId = bytes.length === 32 && !id.includes(':') ? await batchOf(db, bytes) : null
  return batchId === null ? ofHash(db, accountId, bytes) : inBatch(db, accountId, batchId)
}

/** Finds the stamp of a hash, the account's own before another's. @throws {ApiError} 404 */
export async function getStampOfHash(db: Queryable, accountId: string, hash: Buffer): Promise<sql.StampRow> {
  const [row] = await db.query<sql.StampRow>(sql.stampsByHash, [hash, accountId])
  return existing(row)
}

/**
 * Finds the stamp that a document of this hash is proven by: its own or, if it has none, that of a copy made from it: the account's
 * newest, else the oldest public one. @throws {ApiError} 404
 */
export async function getStampOfDocument(db: Queryable, accountId: string, hash: Buffer): Promise<sql.StampRow> {
  const [own] = await db.query<sql.StampRow>(sql.stampsByHash, [hash, accountId])
  return own ?? existing((await db.query<sql.StampRow>(sql.copyByOriginal, [hash, accountId]))[0])
}

/** Returns the code of the other stamp of the same hash that the account sees: at most one is public, and one private of its own. */
export async function otherStampOf(db: Queryable, accountId: string, { hash, id }: sql.StampRow) {
  const [other] = await db.query<{ code: string }>(sql.otherOfHash, [hash, accountId, id])
  return other?.code ?? null
}

/** Of the account's own stamps, as no index has the IDs of all: an answer to others never has one. */
async function byId(db: Queryable, accountId: string, id: string): Promise<sql.StampRow> {
  const [row] = await db.query<sql.StampRow>(sql.stampById, [accountId, id])
  return existing(row)
}

async function byCode(db: Queryable, accountId: string, text: string): Promise<sql.StampRow> {
  const code = parseCode(text)
  if (code === null) throw apiError('stamp_not_found')
  const [stamp] = await db.query<sql.StampRow>(sql.stampByCode, [code, accountId])
  const row = stamp ?? (await fileByCode(db, accountId, code))
  return existing(row)
}

/** The account's oldest stamp in a batch, else the oldest public one. A batch holds either stamps or changes of folders and files. */
async function inBatch(db: Queryable, accountId: string, batchId: string): Promise<sql.StampRow> {
  const [stamp] = await db.query<sql.StampRow>(sql.stampInBatch, [batchId, accountId])
  const row = stamp ?? (await fileInBatch(db, accountId, batchId))
  return existing(row)
}

/** Lists the stamps and files of a transaction that the account may see, newest first. @throws {ApiError} 400 */
export async function listByTransaction(
  db: Queryable,
  txid: string,
  request: ListRequest,
): Promise<Page<sql.StampRow>> {
  const hex = /^(0x)?([0-9a-f]{64})$/i.exec(txid)?.[2]
  if (!hex) {
    const problem = 'expected a transaction ID: 64 hex digits, optionally prefixed with 0x'
    throw apiError('invalid', { field: 'txid', problem })
  }
  const batchId = await batchOf(db, Buffer.from(hex, 'hex'))
  if (!batchId) return emptyPage
  const stamps = await listBatch(db, batchId, request)
  return stamps.count > 0 ? stamps : filesInBatch(db, batchId, request)
}

/** @throws {ApiError} 404 */
function existing(row: sql.StampRow | undefined): sql.StampRow {
  if (!row) throw apiError('stamp_not_found')
  return row
}

async function batchOf(db: Queryable, transactionHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ batch_id: string }>(sql.batchOfTransaction, [transactionHash])
  return row?.batch_id ?? null
}
