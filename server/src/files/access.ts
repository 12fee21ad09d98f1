import type { Queryable, Tx } from '../base/db.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { offsetOf, type Page, type PageRequest, pageOf } from '../http/paging.js'
import {
  type FileRow,
  lockOwnFile,
  type OwnFileRow,
  ownFile,
  readableFile,
  readableVersion,
  readableVersions,
} from './sql.js'

// Who may do what with files; the rules are those of access.ts. What may not be seen is not there, in the same words.

/** A file that the account may read, with its current version or the one asked for. @throws ApiError 404 */
export async function readFile(db: Queryable, accountId: string, id: string, versionId?: string): Promise<FileRow> {
  if (!isUuid(id) || (versionId !== undefined && !isUuid(versionId))) throw apiError('file_not_found')
  const [row] =
    versionId === undefined
      ? await db.query<FileRow>(readableFile, [id, accountId])
      : await db.query<FileRow>(readableVersion, [id, accountId, versionId])
  if (!row) throw apiError('file_not_found')
  return row
}

/** The versions of a file that the account may read, newest first. @throws ApiError 404 */
export async function readVersions(
  db: Queryable,
  accountId: string,
  id: string,
  page: PageRequest,
): Promise<Page<FileRow>> {
  const { limit, after } = page
  const { versions } = await readFile(db, accountId, id)
  const rows = await db.query<FileRow>(readableVersions, [id, accountId, limit + 1, offsetOf(page), after])
  return pageOf(versions, rows, limit, (row) => row.shown_version)
}

/** An own file, in the bin or not, locked until the transaction ends. @throws ApiError 404 */
export async function lockOwn(tx: Tx, accountId: string, id: string): Promise<OwnFileRow> {
  if (!isUuid(id)) throw apiError('file_not_found')
  const values = [id, accountId]
  await tx.query(lockOwnFile, values)
  const [row] = await tx.query<OwnFileRow>(ownFile, values)
  if (!row) throw apiError('file_not_found')
  return row
}
