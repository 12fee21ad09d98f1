import type { FastifyReply } from 'fastify'
import { ownersByIds } from '../accounts/sql.js'
import type { Database } from '../base/db.js'
import type { PdfDrawer } from '../certificates/pdf-drawer.js'
import { apiError } from '../http/errors.js'
import type { NetworkInfo, ProofSubject } from '../ledger/proof.js'
import { proofOf } from '../ledger/proof.js'
import type { Stamper } from './add.js'
import { detailsOf } from './fields.js'
import { parseCursor, type StampQuery, tellNextCursor } from './lists.js'
import { presentDetails } from './present.js'
import { getStamp, listByTransaction, listStamps } from './read.js'
import type { StampRow } from './sql.js'

/** What the routes of this room need. */
export interface StampsRoom extends Stamper {
  database: Database
  network: NetworkInfo
  /** Where the world reaches the service, without a slash at its end; undefined: where the request came to. */
  publicUrl: string | undefined
  drawer: PdfDrawer
  limits: {
    /** Bytes of a multi-stamp request. */
    multiStampLimit: number
    multiStampItemsMax: number
  }
}

/** Get stamp, v1 and v2 alike: by code, hash or transaction id. */
export async function stampDetailsOf(room: StampsRoom, accountId: string, id: string) {
  const row = await getStamp(room.database, accountId, id)
  const [owner] = await ownersByIds(room.database, [row.account_id])
  return presentDetails(row, owner?.emailVerified ?? false)
}

/**
 * The proof of a stamp, and whether everybody may see the stamp.
 *
 * @param code the stamp's code, in any case
 * @throws ApiError 404 when there is none that the account may see
 */
export async function stampProof(room: StampsRoom, accountId: string, code: string) {
  const row = await getStamp(room.database, accountId, code)
  return { proof: await proofOf(room.database, room.network, proofSubject(row)), isPublic: !row.is_private }
}

/** What the proof of a stamp is made from. */
export function proofSubject(row: StampRow): ProofSubject {
  return {
    kind: 'stamp',
    code: row.code,
    digest: row.hash,
    salt: row.salt,
    details: detailsOf(row),
    batchId: row.batch_id,
    leafIndex: row.leaf_index,
  }
}

/**
 * A list, v1 and v2 alike: of a transaction's stamps, or of the caller's own. Where it goes on is in the header `Next-Cursor`.
 *
 * @param present one item, in the version's own form
 */
export async function stampList<Item>(
  room: StampsRoom,
  accountId: string,
  query: StampQuery,
  reply: FastifyReply,
  present: (row: StampRow) => Item,
) {
  const { txid, cursor, status, search, isPrivate, page = 1, limit = 20 } = query
  const found =
    txid === undefined
      ? await listStamps(room.database, {
          accountId,
          page,
          limit,
          after: parseCursor(cursor),
          status,
          search,
          isPrivate,
        })
      : await listByTransaction(room.database, accountId, txid, page, limit)
  tellNextCursor(reply, found)
  const files = found.rows.map((row) => present(row))
  return { status: 200, message: 'Stamps fetched successfully', data: { count: found.count, files } }
}

/** The tenant comes from the token; naming another one is refused. */
export function requireOwn(accountId: string, named: string | undefined): void {
  if (named !== undefined && named.toLowerCase() !== accountId) throw apiError('forbidden')
}
