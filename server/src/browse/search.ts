import type { Queryable } from '../base/db.js'
import { patternOf } from '../files/lists.js'
import { currentFiles, type FileRow } from '../files/sql.js'
import { type FolderRow, folderColumns } from '../folders/sql.js'
import { countMax, emptyPage, offsetOf, type Page, type PageRequest, pageOf } from '../http/paging.js'

/** Which folders and files to find. */
export interface SearchRequest extends PageRequest {
  accountId: string
  search: string
  /** Searches directly in this folder, which the caller has found readable; null: in all folders of the account. */
  folder: FolderRow | null
}

/** A folder or a file that matches. */
export type Found = { folder: FolderRow; file?: never } | { file: FileRow; folder?: never }

/** Finds folders and files by name, newest first and mixed; not in the bin. The count stops at 10,000. */
export async function searchNames(db: Queryable, request: SearchRequest): Promise<Page<Found>> {
  const { folder, accountId, limit, after } = request
  const pattern = patternOf(request.search)
  if (pattern === null) return emptyPage
  const matches = matchesIn(folder, accountId)
  const scope = folder?.id ?? accountId
  const values = [scope, pattern, after, limit + 1, offsetOf(request)]
  const [ids, [counted]] = await Promise.all([
    db.query<{ id: string; is_folder: boolean }>(pageText(matches), values),
    db.query<{ count: number }>(countText(matches), [scope, pattern, countMax]),
  ])
  const page = pageOf(Math.min(counted?.count ?? 0, countMax), ids, limit, ({ id }) => id)
  const [folders, files] = await Promise.all([
    db.query<FolderRow>(foldersByIds, [page.rows.filter((row) => row.is_folder).map(({ id }) => id)]),
    db.query<FileRow>(filesByIds, [page.rows.filter((row) => !row.is_folder).map(({ id }) => id)]),
  ])
  const found = new Map<string, Found>([
    ...folders.map((row) => [row.id, { folder: row }] as const),
    ...files.map((row) => [row.id, { file: row }] as const),
  ])
  return { ...page, rows: page.rows.flatMap(({ id }) => found.get(id) ?? []) }
}

interface Matches {
  folders: string
  files: string
}

/** Returns the conditions of a search. $1 is the folder or the account, $2 the pattern. Another account's folder shows public folders only. */
function matchesIn(folder: FolderRow | null, accountId: string): Matches {
  const isOthers = folder !== null && folder.account_id !== accountId
  const name = 'f.name_key LIKE $2 AND f.deleted_at IS NULL'
  return {
    folders: `folders f WHERE ${folder ? 'f.parent_id = $1' : 'f.account_id = $1 AND f.parent_id IS NOT NULL'} AND ${name}
      ${isOthers ? 'AND NOT f.is_private' : ''}`,
    files: `files f JOIN folders d ON d.id = f.folder_id
      WHERE ${folder ? 'f.folder_id = $1' : 'f.account_id = $1'} AND ${name} AND d.deleted_at IS NULL`,
  }
}

function pageText({ folders, files }: Matches): string {
  const one = (matches: string, isFolder: boolean) =>
    `(SELECT f.id, ${isFolder} AS is_folder FROM ${matches} AND ($3::uuid IS NULL OR f.id < $3) ORDER BY f.id DESC LIMIT $4::bigint + $5::bigint)`
  return `${one(folders, true)} UNION ALL ${one(files, false)} ORDER BY id DESC LIMIT $4 OFFSET $5`
}

function countText({ folders, files }: Matches): string {
  const one = (matches: string) => `(SELECT count(*) FROM (SELECT FROM ${matches} LIMIT $3) AS matches)`
  return `SELECT (${one(folders)} + ${one(files)})::int AS count`
}

const foldersByIds = `SELECT ${folderColumns} FROM folders f WHERE f.id = ANY($1::uuid[])`
const filesByIds = `${currentFiles} WHERE f.id = ANY($1::uuid[])`
