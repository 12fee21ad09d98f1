import type { Queryable, Tx } from '../base/database/db.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { type FolderRow, folderColumns } from './sql.js'

// Access to folders (docs/interface.md §5.1). An account sees its own folders, and the public ones of others that are not in the bin.
// Anything else answers as if it didn't exist. The hidden roots, and folders being purged, are never visible.

/**
 * Returns the condition under which an account may read a folder and its contents.
 *
 * @param folder alias of the folders table
 * @param me the parameter that holds the account's ID
 */
export function readable(folder: string, me: string): string {
  return `(NOT ${folder}.purging AND (${folder}.account_id = ${me} OR (NOT ${folder}.is_private AND ${folder}.deleted_at IS NULL)))`
}

const byId = `SELECT ${folderColumns} FROM folders f WHERE f.id = $1 AND f.parent_id IS NOT NULL`
const folderReadable = `${byId} AND ${readable('f', '$2')}`
const folderOwn = `${byId} AND f.account_id = $2 AND NOT f.purging`
const folderShared = `${folderOwn} FOR SHARE`

/** Reads a folder that the account may read. @throws {ApiError} 404 */
export async function readableFolder(db: Queryable, accountId: string, id: string): Promise<FolderRow> {
  return found(isUuid(id) ? await db.query<FolderRow>(folderReadable, [id, accountId]) : [])
}

/** Reads a folder of the account, in the bin or not. @throws {ApiError} 404 */
export async function ownFolder(db: Queryable, accountId: string, id: string): Promise<FolderRow> {
  return found(isUuid(id) ? await db.query<FolderRow>(folderOwn, [id, accountId]) : [])
}

/** Reads a folder of the account that takes files, and locks it against changes until the transaction ends. @throws {ApiError} 404, 409 */
export async function folderToFill(tx: Tx, accountId: string, id: string): Promise<FolderRow> {
  const folder = found(isUuid(id) ? await tx.query<FolderRow>(folderShared, [id, accountId]) : [])
  if (folder.deleted_at) throw apiError('folder_in_bin')
  return folder
}

function found([row]: FolderRow[]): FolderRow {
  if (!row) throw apiError('folder_not_found')
  return row
}
