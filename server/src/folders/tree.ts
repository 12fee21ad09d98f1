import type { JsonValue } from '@tallystick/proof'
import { v7 as uuidv7 } from 'uuid'
import { type Tx, violatedConstraint } from '../base/database/db.js'
import { searchKey } from '../base/database/search-key.js'
import { apiError } from '../http/errors.js'
import type { Done, FirstLeaf } from '../ledger/batches/recorder.js'
import { ownFolder } from './access.js'
import { insertChanges, newChange } from './changes.js'
import { checkName, nameKey } from './names.js'
import { visibilityOf } from './present.js'
import * as sql from './sql.js'

// Changes of an account's tree. Each locks the account's root first, so that a change sees the result of the one before: no cycles,
// and derived columns that match the tree.

/** Levels of folders; the hidden root is level 0. */
const levelMax = 32

/** A folder to create. */
export interface NewFolder {
  folderName: string
  isPrivate: boolean
  /** At the top by default. */
  parentFolderId?: string | undefined
}

/** Changes to make; absent fields stay. */
export interface FolderChange {
  folderName?: string | undefined
  isPrivate?: boolean | undefined
  parentFolderId?: string | undefined
}

/** Creates a folder; in a private folder it is private. @throws {ApiError} 400, 404, 409 */
export async function createFolder(
  tx: Tx,
  first: FirstLeaf,
  accountId: string,
  wanted: NewFolder,
): Promise<Done<sql.FolderRow>> {
  checkName('folderName', wanted.folderName)
  const root = await lockTree(tx, accountId)
  const parent = await readParent(tx, root, wanted.parentFolderId ?? root.id)
  if (parent.level >= levelMax) throw apiError('folder_too_deep')
  const isPrivate = wanted.isPrivate || parent.is_private
  const folder = {
    id: uuidv7(),
    account_id: accountId,
    parent_id: parent.id,
    name: wanted.folderName,
    name_key: nameKey(wanted.folderName),
    own_private: isPrivate,
    is_private: isPrivate,
    level: parent.level + 1,
    deleted_at: null,
    bin_id: null,
    purging: false,
  }
  const { id, parent_id, name, name_key, own_private, is_private, level } = folder
  const values = [id, accountId, parent_id, name, name_key, own_private, is_private, level, searchKey(name)]
  const result = { ...folder, updated_at: await written(tx, sql.insertFolder, values) }
  return { leaves: await record(tx, first, result, 'created', stateOf(result)), result }
}

/**
 * Changes the name, visibility or parent of a folder that isn't in the bin. Everything under it follows.
 *
 * @throws {ApiError} 400, 404, 409
 */
export async function updateFolder(
  tx: Tx,
  first: FirstLeaf,
  accountId: string,
  id: string,
  wanted: FolderChange,
): Promise<Done<sql.FolderRow>> {
  if (wanted.folderName !== undefined) checkName('folderName', wanted.folderName)
  const root = await lockTree(tx, accountId)
  const before = await ownFolder(tx, accountId, id)
  if (before.deleted_at) throw apiError('folder_in_bin')
  const parent = await readParent(tx, root, wanted.parentFolderId ?? (before.parent_id as string))
  if (parent.id !== before.parent_id) await checkMove(tx, before, parent)
  if (wanted.isPrivate === false && parent.is_private) {
    throw apiError('invalid', { field: 'folderType', problem: 'a subfolder of a private folder must be private' })
  }
  const name = wanted.folderName ?? before.name
  const folder: sql.FolderRow = {
    ...before,
    name,
    name_key: nameKey(name),
    own_private: wanted.isPrivate ?? before.own_private,
    parent_id: parent.id,
    level: parent.level + 1,
  }
  const hasMoved = folder.parent_id !== before.parent_id
  const hasChangedVisibility = folder.own_private !== before.own_private
  if (folder.name === before.name && !hasMoved && !hasChangedVisibility) return { leaves: [], result: before }
  const { name_key, own_private, parent_id, level } = folder
  const values = [folder.id, name, name_key, own_private, parent_id, level, searchKey(name)]
  folder.updated_at = await written(tx, sql.updateFolder, values)
  if (hasMoved || hasChangedVisibility) await tx.execute(sql.settle, [folder.id])
  return { leaves: await record(tx, first, folder, 'changed', stateOf(folder)), result: folder }
}

/** Puts a folder with everything under it into the bin; leaves it there if it is already. @throws {ApiError} 404 */
export async function deleteFolder(
  tx: Tx,
  first: FirstLeaf,
  accountId: string,
  id: string,
): Promise<Done<sql.FolderRow>> {
  await lockTree(tx, accountId)
  const folder = await ownFolder(tx, accountId, id)
  if (folder.deleted_at) return { leaves: [], result: folder }
  const folders = await tx.execute(sql.binTree, [folder.id])
  return { leaves: await record(tx, first, folder, 'binned', { folders }), result: folder }
}

/**
 * Restores a folder from the bin with everything that the same deletion put there: to where it was, or to the top when its parent
 * is in the bin or purged. Leaves it as it is if it isn't in the bin.
 *
 * @throws {ApiError} 404; 409 when another folder has taken its name
 */
export async function restoreFolder(
  tx: Tx,
  first: FirstLeaf,
  accountId: string,
  id: string,
): Promise<Done<sql.FolderRow>> {
  const root = await lockTree(tx, accountId)
  const before = await ownFolder(tx, accountId, id)
  if (!before.deleted_at) return { leaves: [], result: before }
  const [former] = await tx.query<sql.FolderRow>(sql.folderById, [before.parent_id])
  const parent = former && !former.deleted_at ? former : root
  if (parent.id !== before.parent_id) {
    const { name, name_key, own_private } = before
    // Still in the bin, where names need not be unique.
    const values = [before.id, name, name_key, own_private, parent.id, parent.level + 1, searchKey(name)]
    await tx.execute(sql.updateFolder, values)
  }
  const folders = await unlessTaken(tx.execute(sql.restoreTree, [before.id, before.bin_id]))
  await tx.execute(sql.settle, [before.id])
  const folder = await ownFolder(tx, accountId, id)
  return { leaves: await record(tx, first, folder, 'restored', { ...stateOf(folder), folders }), result: folder }
}

/**
 * Marks a folder with everything under it for the purge, from the bin or directly. It is no longer visible; the bin's loop purges
 * it, and records each purge.
 *
 * @throws {ApiError} 404
 */
export async function purgeFolder(tx: Tx, accountId: string, id: string): Promise<Done<number>> {
  await lockTree(tx, accountId)
  const folder = await ownFolder(tx, accountId, id)
  return { leaves: [], result: await tx.execute(sql.markPurging, [folder.id]) }
}

/** Locks an account's tree until the transaction ends. Creates the hidden root at first use. */
export async function lockTree(tx: Tx, accountId: string): Promise<sql.FolderRow> {
  let [root] = await tx.query<sql.FolderRow>(sql.lockRoot, [accountId])
  if (!root) {
    await tx.execute(sql.insertRoot, [uuidv7(), accountId])
    ;[root] = await tx.query<sql.FolderRow>(sql.lockRoot, [accountId])
  }
  return root as sql.FolderRow
}

/** Returns the state that entries record, and that an audit compares with the row. */
function stateOf(folder: sql.FolderRow): Record<string, JsonValue> {
  return {
    folderName: folder.name,
    folderType: visibilityOf(folder.own_private),
    parentFolderId: folder.parent_id,
  }
}

/** Reads the parent for a folder: the root, or a folder of the account that isn't in the bin. @throws {ApiError} 404, 409 */
async function readParent(tx: Tx, root: sql.FolderRow, id: string): Promise<sql.FolderRow> {
  if (id.toLowerCase() === root.id) return root
  const parent = await ownFolder(tx, root.account_id, id)
  if (parent.deleted_at) throw apiError('folder_in_bin')
  return parent
}

async function checkMove(tx: Tx, folder: sql.FolderRow, parent: sql.FolderRow): Promise<void> {
  const [cycle] = await tx.query<{ under: boolean }>(sql.isUnder, [folder.id, parent.id])
  if (cycle?.under) throw apiError('folder_cycle')
  const [under] = await tx.query<{ level: number }>(sql.deepest, [folder.id])
  if (parent.level + 1 + (under?.level ?? folder.level) - folder.level > levelMax) throw apiError('folder_too_deep')
}

async function record(
  tx: Tx,
  first: FirstLeaf,
  folder: sql.FolderRow,
  action: string,
  more: Record<string, JsonValue>,
): Promise<Uint8Array[]> {
  const { id: subjectId, account_id: accountId } = folder
  return insertChanges(tx, first, [newChange({ accountId, subject: 'folder', subjectId, action, more })])
}

/** Writes a folder's row, and returns when. @throws {ApiError} 409 when another folder has its name */
async function written(tx: Tx, text: string, values: readonly unknown[]): Promise<Date> {
  const [row] = await unlessTaken(tx.query<{ updated_at: Date }>(text, values))
  if (!row) throw new Error('a folder that was locked is gone')
  return row.updated_at
}

/** Turns a violation of the unique name into an error for the client. @throws {ApiError} 409 */
function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error) => {
    throw violatedConstraint(error) === 'folders_name' ? apiError('folder_exists', {}, { cause: error }) : error
  })
}
