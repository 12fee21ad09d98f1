import type { Queryable } from '../base/database/db.js'
import { searchPattern } from '../base/database/search-key.js'
import { readPage } from '../http/paging/page-sql.js'
import type { Page, PageRequest } from '../http/paging/paging.js'
import { readMatches } from '../http/paging/search-sql.js'
import { currentFiles, type FileRow } from './sql.js'

/** Which files of a folder to list. */
export interface FileListRequest extends PageRequest {
  folderId: string
  isBin: boolean
  search: string | undefined
}

/** Reads the file of `shown.id`. */
export const shownFile = `${currentFiles} WHERE f.id = shown.id`

/**
 * Lists the files directly in a folder, newest first. The count is exact; with a search it stops at 10,000.
 *
 * @param request of a folder that the account may read, which the caller has checked
 */
export function listFiles(db: Queryable, request: FileListRequest): Promise<Page<FileRow>> {
  const { folderId, isBin } = request
  const pattern = searchPattern(request.search)
  const all = `files i WHERE i.folder_id = $1 AND i.deleted_at IS ${isBin ? 'NOT ' : ''}NULL`
  if (pattern === null) {
    const count = `SELECT coalesce(sum(files), 0) FROM file_counts WHERE folder_id = $1 AND is_bin = ${isBin}`
    return readPage(db, { count, items: all, row: shownFile, values: [folderId] }, request)
  }
  const matches = "(i.search_key || '') LIKE $2"
  const indexed = [`${all} AND i.search_key LIKE $2`]
  return readMatches(db, { all, matches, indexed, row: shownFile, values: [folderId, pattern] }, request)
}
