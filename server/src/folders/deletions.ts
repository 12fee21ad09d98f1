import type { ProofDocument } from '@tallystick/proof'
import { linesFile } from '../base/archives/archive.js'
import type { Database, Queryable } from '../base/database/db.js'
import { inSlices } from '../base/database/slices.js'
import { createdAt, firstUuid, isUuid, smallestId } from '../base/ids.js'
import type { Exporter } from '../base/room.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { apiError } from '../http/errors.js'
import { readPage } from '../http/paging/page-sql.js'
import type { Page, PageRequest } from '../http/paging/paging.js'
import { cappedList } from '../http/paging/search-sql.js'
import { type NetworkInfo, ProofMaker, type ProofSubject, proofOf } from '../ledger/proofs/proof.js'
import * as sql from './deletion-sql.js'

// A purge leaves one readable entry: its own. Its owner can fetch the entry's proof, the certificate of deletion, until it expires;
// then it is erased like what it is about, and only its leaf stays (I7).

const rowsAtOnce = 1000
const dayMs = 86_400_000

/** Header of the answer to a purge: where its certificate is, or the list of certificates. */
export const certificateHeader = 'deletion-certificate'

/** The address where the certificate of a purge can be fetched. */
export function certificateAddress(subjectId: string): string {
  return `/api/deletions/${subjectId.toLowerCase()}/proof`
}

/** The address of the list of purges. */
export const deletionsAddress = '/api/deletions'

/** Lists an account's purges, newest first: purges along with a folder, or on their own. */
export async function listDeletions(
  db: Queryable,
  accountId: string,
  within: string | undefined,
  page: PageRequest,
): Promise<Page<sql.DeletionRow>> {
  const values = [accountId, within?.toLowerCase() ?? '']
  return readPage(db, { ...cappedList(sql.deletions), row: sql.deletion, values }, page)
}

/**
 * Makes the proof of a purge.
 *
 * @throws {ApiError} 404 when it isn't the account's or has expired; 409 while it is running
 */
export async function deletionProof(
  database: Database,
  network: NetworkInfo,
  accountId: string,
  subjectId: string,
): Promise<ProofDocument> {
  if (!isUuid(subjectId)) throw apiError('deletion_not_found')
  const [entry] = await database.query<sql.DeletionEntryRow>(sql.deletionEntry, [accountId, subjectId])
  if (entry) return proofOf(database, network, subjectOf(entry), { withDetails: true })
  const running = await database.query(sql.isPurging, [accountId, subjectId])
  throw apiError(running.length > 0 ? 'deletion_running' : 'deletion_not_found')
}

function subjectOf(row: sql.DeletionEntryRow): ProofSubject {
  const { subject_id: code, digest, salt, details, batch_id: batchId, leaf_index: leafIndex } = row
  return { kind: 'change', code, digest, salt, details, batchId, leafIndex }
}

/** Erases the contents of purges' entries whose certificates have expired. The rows alone decide, so it continues after a crash. */
export async function eraseExpired(database: Database, now: TrustedTime, days: number): Promise<void> {
  const before = new Date(Math.max(0, now.getTime() - days * dayMs))
  await inSlices(database, sql.eraseExpired, [smallestId(before.getTime()), before], firstUuid, rowsAtOnce)
}

/** Erases the contents of the entries of an account's purges: with the account, their owner is gone. */
export async function eraseDeletions(database: Database, accountId: string): Promise<void> {
  await inSlices(database, sql.eraseOfAccount, [accountId], firstUuid, rowsAtOnce)
}

/** Exports an account's purges with their proofs, as long as they can be fetched. */
export function deletionExporter(database: Database, network: NetworkInfo): Exporter {
  async function* deletionsOf(accountId: string) {
    const maker = new ProofMaker(database, network)
    for (let last: string | undefined; ; ) {
      const values: unknown[] = [accountId, last ?? null, rowsAtOnce]
      const rows: sql.DeletionEntryRow[] = await database.query<sql.DeletionEntryRow>(sql.deletionEntries, values)
      const proofs = await maker.proofs(rows.map(subjectOf), { withDetails: true })
      for (const [at, row] of rows.entries()) {
        yield { _id: row.subject_id, deletedAt: createdAt(row.id), proof: proofs[at] }
      }
      last = rows.at(-1)?.id
      if (rows.length < rowsAtOnce) return
    }
  }
  return {
    guide: { 'deletions.jsonl': 'what was permanently deleted lately: one JSON object per line, with its proof' },
    async *entries(accountId, now) {
      yield linesFile('deletions.jsonl', deletionsOf(accountId), now)
    },
  }
}
