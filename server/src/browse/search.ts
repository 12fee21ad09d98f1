import type { Queryable } from '../base/database/db.js'
import { searchPattern } from '../base/database/search-key.js'
import { currentFiles, type FileRow } from '../files/sql.js'
import { type FolderRow, folderColumns } from '../folders/sql.js'
import { emptyPage, type Page, type PageRequest } from '../http/paging/paging.js'
import { inOrder, readMatches } from '../http/paging/search-sql.js'

/** Which folders and files to find. */
export interface SearchRequest extends PageRequest {
  accountId: string
  search: string
  /** Searches directly in this folder, which the caller has found readable; null: in all folders of the account. */
  folder: FolderRow | null
}

/** A folder or a file that matches. */
export type Found = { folder: FolderRow; file?: never } | { file: FileRow; folder?: never }

/** Finds folders and files by name, newest first and mixed; not in the bin. The count stops at 10,000, as do pages by number. */
export async function searchNames(db: Queryable, request: SearchRequest): Promise<Page<Found>> {
  const { folder, accountId } = request
  const pattern = searchPattern(request.search)
  if (pattern === null) return emptyPage
  const { folders, files, isShown } = scopesOf(folder, accountId)
  const all = inOrder([
    `SELECT i.id, i.search_key, NULL::uuid AS folder_id FROM ${folders}`,
    `SELECT i.id, i.search_key, i.folder_id FROM ${files}`,
  ])
  const name = 'i.search_key LIKE $2'
  const matches = `(i.search_key || '') LIKE $2 AND (i.folder_id IS NULL OR ${isShown})`
  const page = await readMatches<{ id: string; is_folder: boolean }>(
    db,
    {
      all,
      matches,
      indexed: [`${folders} AND ${name}`, `${files} AND ${name} AND ${isShown}`],
      row: 'SELECT shown.id, EXISTS (SELECT FROM folders f WHERE f.id = shown.id) AS is_folder',
      values: [folder?.id ?? accountId, pattern],
    },
    request,
  )
  const [foundFolders, foundFiles] = await Promise.all([
    db.query<FolderRow>(foldersByIds, [page.rows.filter((row) => row.is_folder).map(({ id }) => id)]),
    db.query<FileRow>(filesByIds, [page.rows.filter((row) => !row.is_folder).map(({ id }) => id)]),
  ])
  const found = new Map<string, Found>([
    ...foundFolders.map((row) => [row.id, { folder: row }] as const),
    ...foundFiles.map((row) => [row.id, { file: row }] as const),
  ])
  return { ...page, rows: page.rows.flatMap(({ id }) => found.get(id) ?? []) }
}

/**
 * The rows searched, and whether the folder of a file `i` isn't in the bin, which is looked up only for those that match. $1 is the
 * folder or the account. Another account's folder shows public folders only.
 */
function scopesOf(folder: FolderRow | null, accountId: string) {
  const isOthers = folder !== null && folder.account_id !== accountId
  return {
    folders: `folders i WHERE ${folder ? 'i.parent_id = $1' : 'i.account_id = $1 AND i.parent_id IS NOT NULL'}
      AND i.deleted_at IS NULL${isOthers ? ' AND NOT i.is_private' : ''}`,
    files: `files i WHERE ${folder ? 'i.folder_id = $1' : 'i.account_id = $1'} AND i.deleted_at IS NULL`,
    // A join could begin with the folders.
    isShown: `(SELECT d.deleted_at IS NULL FROM folders d WHERE d.id = ${folder ? '$1' : 'i.folder_id'})`,
  }
}

const foldersByIds = `SELECT ${folderColumns} FROM folders f WHERE f.id = ANY($1::uuid[])`
const filesByIds = `${currentFiles} WHERE f.id = ANY($1::uuid[])`
