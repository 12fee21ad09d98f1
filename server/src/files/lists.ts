import type { Queryable } from '../base/database/db.js'
import { searchPattern } from '../base/database/search-key.js'
import { readPage } from '../http/paging/page-sql.js'
import type { Page, PageRequest } from '../http/paging/paging.js'
import { readMatches } from '../http/paging/search-sql.js'
import { naturalOrder, type Order, readSorted, sortedMax } from '../http/paging/sorted-sql.js'
import { currentFiles, type FileRow } from './sql.js'

/** Which files of a folder to list. */
export interface FileListRequest extends PageRequest {
  folderId: string
  isBin: boolean
  search: string | undefined
  /** By default, the newest first. */
  sort?: FileSort | undefined
  order?: Order | undefined
}

/** Columns that files are sorted by; by type, names are in their own order. */
export const fileSorts = ['date', 'name', 'size', 'type'] as const
export type FileSort = (typeof fileSorts)[number]

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
  const { sort = 'date', order = 'desc' } = request
  const all = `files i WHERE i.folder_id = $1 AND i.deleted_at IS ${isBin ? 'NOT ' : ''}NULL`
  if (sort !== 'date' || order !== 'desc') {
    const found = pattern === null ? all : `${all} AND i.search_key LIKE $2`
    const values = pattern === null ? [folderId] : [folderId, pattern]
    return readSorted(db, { keyed: keyedBy(sort, found), row: shownFile, values }, order, request)
  }
  if (pattern === null) {
    const count = `SELECT coalesce(sum(files), 0) FROM file_counts WHERE folder_id = $1 AND is_bin = ${isBin}`
    return readPage(db, { count, items: all, row: shownFile, values: [folderId] }, request)
  }
  const matches = "(i.search_key || '') LIKE $2"
  const indexed = [`${all} AND i.search_key LIKE $2`]
  return readMatches(db, { all, matches, indexed, row: shownFile, values: [folderId, pattern] }, request)
}

const keys = {
  date: { first: "''", second: "''" },
  name: { first: "''", second: `i.name ${naturalOrder}` },
  size: { first: 'v.size', second: "''" },
  type: { first: 'v.mimetype COLLATE "C"', second: `i.name ${naturalOrder}` },
} as const

/** Selects files with the keys of their order; one more than can be sorted. */
function keyedBy(sort: FileSort, found: string): string {
  const { first, second } = keys[sort]
  const version = sort === 'size' || sort === 'type' ? ' JOIN file_versions v ON v.id = i.version_id' : ''
  return `SELECT i.id, ${first} AS first, ${second} AS second
    FROM (SELECT i.id, i.name, i.version_id FROM ${found} LIMIT ${sortedMax + 1}) AS i${version}`
}
