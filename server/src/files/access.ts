import type { Queryable, Tx } from '../base/database/db.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { offsetOf, type Page, type PageRequest, pageOf } from '../http/paging/paging.js'
import {
  type FileRow,
  lockOwnFile,
  type OwnFileRow,
  ownFile,
  readableFile,
  readableVersion,
  readableVersions,
} from './sql.js'

// Access to files, by the rules of folders/access.ts. A file that the account may not see answers as if it didn't exist.

/** Reads a file that the account may read, with its current version or the given one. @throws {ApiError} 404 */
export async function readFile(db: Queryable, accountId: string, id: string, versionId?: string): Promise<FileRow> {
  if (!isUuid(id) || (versionId !== undefined && !isUuid(versionId))) throw apiError('file_not_found')
  const [row] =
    versionId === undefined
      ? await db.query<FileRow>(readableFile, [id, accountId])
      : await db.query<FileRow>(readableVersion, [id, accountId, versionId])
  if (!row) throw apiError('file_not_found')
  return row
}

/** Lists the versions of a file that the account may read, newest first. @throws {ApiError} 404 */
export async function readVersions(
  db: Queryable,
  accountId: string,
  id: string,
  page: PageRequest,
): Promise<Page<FileRow>> {
  const { limit, after } = page
  const { versions } = await readFile(db, accountId, id)
  const rows = await db.query<FileRow>(readableVersions, [id, accountId, limit + 1, offsetOf(page), after])
  // Its count and items are of one moment.
  return pageOf(rows[0]?.versions ?? versions, rows, limit, (row) => row.shown_version)
}

/** Reads a file of the account, in the bin or not, and locks it until the transaction ends. @throws {ApiError} 404 */
export async function lockOwn(tx: Tx, accountId: string, id: string): Promise<OwnFileRow> {
  if (!isUuid(id)) throw apiError('file_not_found')
  const values = [id, accountId]
  await tx.query(lockOwnFile, values)
  const [row] = await tx.query<OwnFileRow>(ownFile, values)
  if (!row) throw apiError('file_not_found')
  return row
}
