import type { Queryable, Tx } from '../base/db.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { type FolderRow, folderColumns } from './sql.js'

// Who may do what (docs/interface.md §5.1), in one place: one's own things; public things of others may be read while they are out of the
// bin; anything else is not there, in the same words. Nobody sees the hidden roots, or what is being purged.

/**
 * The condition under which an account may read a folder, and what lies in it.
 *
 * @param folder alias of the folders table
 * @param me the parameter that holds the account's id
 */
export function readable(folder: string, me: string): string {
  return `(NOT ${folder}.purging AND (${folder}.account_id = ${me} OR (NOT ${folder}.is_private AND ${folder}.deleted_at IS NULL)))`
}

const byId = `SELECT ${folderColumns} FROM folders f WHERE f.id = $1 AND f.parent_id IS NOT NULL`
const folderReadable = `${byId} AND ${readable('f', '$2')}`
const folderOwn = `${byId} AND f.account_id = $2 AND NOT f.purging`
const folderShared = `${folderOwn} FOR SHARE`

/** A folder that the account may read. @throws ApiError 404 */
export async function readableFolder(db: Queryable, accountId: string, id: string): Promise<FolderRow> {
  return found(isUuid(id) ? await db.query<FolderRow>(folderReadable, [id, accountId]) : [])
}

/** An own folder, in the bin or not. @throws ApiError 404 */
export async function ownFolder(db: Queryable, accountId: string, id: string): Promise<FolderRow> {
  return found(isUuid(id) ? await db.query<FolderRow>(folderOwn, [id, accountId]) : [])
}

/** An own folder that a file can be put into: until the transaction ends it stays as it is. @throws ApiError 404, 409 */
export async function folderToFill(tx: Tx, accountId: string, id: string): Promise<FolderRow> {
  const folder = found(isUuid(id) ? await tx.query<FolderRow>(folderShared, [id, accountId]) : [])
  if (folder.deleted_at) throw apiError('folder_in_bin')
  return folder
}

function found([row]: FolderRow[]): FolderRow {
  if (!row) throw apiError('folder_not_found')
  return row
}
