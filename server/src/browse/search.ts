import type { Queryable } from '../base/db.js'
import { patternOf } from '../files/lists.js'
import { currentFiles, type FileRow } from '../files/sql.js'
import { type FolderRow, folderColumns } from '../folders/sql.js'
import { offsetOf } from '../http/paging.js'

/** What to look for, and where. */
export interface SearchRequest {
  /** Who asks. */
  accountId: string
  search: string
  /** Directly in this folder, which the caller must have found readable; null: in all folders of who asks. */
  folder: FolderRow | null
  page: number
  limit: number
  /** The id after which to go on, instead of a page number. */
  after: string | null
}

/** What was found: a folder, or a file. */
export type Found = { folder: FolderRow; file?: never } | { file: FileRow; folder?: never }

/** A page of what was found, newest first, folders and files among each other. */
export interface FoundPage {
  /** Exact up to 10,000, where it stops. */
  count: number
  rows: Found[]
  /** The id after which the next page goes on; null on the last page. */
  nextAfter: string | null
}

const countMax = 10_000

/** Finds folders and files by their names, out of the bin. */
export async function searchNames(db: Queryable, request: SearchRequest): Promise<FoundPage> {
  const { folder, accountId, page, limit, after } = request
  const offset = offsetOf({ page, limit, after })
  const pattern = patternOf(request.search)
  if (pattern === null) return { count: 0, rows: [], nextAfter: null }
  const matches = matchesIn(folder, accountId)
  const scope = folder?.id ?? accountId
  const [ids, counted] = await Promise.all([
    db.query<{ id: string; is_folder: boolean }>(pageText(matches), [scope, pattern, after, limit + 1, offset]),
    db.query<{ count: number }>(countText(matches), [scope, pattern, countMax]),
  ])
  const shown = ids.slice(0, limit)
  const [folders, files] = await Promise.all([
    db.query<FolderRow>(foldersByIds, [shown.filter((row) => row.is_folder).map(({ id }) => id)]),
    db.query<FileRow>(filesByIds, [shown.filter((row) => !row.is_folder).map(({ id }) => id)]),
  ])
  const found = new Map<string, Found>([
    ...folders.map((row) => [row.id, { folder: row }] as const),
    ...files.map((row) => [row.id, { file: row }] as const),
  ])
  return {
    count: Math.min(counted[0]?.count ?? 0, countMax),
    rows: shown.flatMap(({ id }) => found.get(id) ?? []),
    nextAfter: ids.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface Matches {
  folders: string
  files: string
}

/** $1 is the folder, or the account; $2 the pattern. Of a folder of somebody else only what is public is found. */
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
