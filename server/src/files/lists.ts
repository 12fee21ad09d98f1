import type { Queryable } from '../base/db.js'
import { nameKey } from '../folders/names.js'
import { offsetOf } from '../http/paging.js'
import { currentFiles, type FileRow } from './sql.js'

/** Which files of a folder to list. */
export interface FileListRequest {
  folderId: string
  isBin: boolean
  page: number
  limit: number
  /** The id after which to go on, instead of a page number. */
  after: string | null
  search: string | undefined
}

/** A page of files, newest first. */
export interface FilePage {
  /** Exact; with a search it stops at 10,000. */
  count: number
  rows: FileRow[]
  /** The id after which the next page goes on; null on the last page. */
  nextAfter: string | null
}

const searchCountMax = 10_000

/** Lists the files directly in a folder, which the caller must have found readable. */
export async function listFiles(db: Queryable, request: FileListRequest): Promise<FilePage> {
  const { folderId, isBin, page, limit, after } = request
  const pattern = patternOf(request.search)
  const offset = offsetOf({ page, limit, after })
  const [rows, count] = await Promise.all([
    db.query<FileRow>(listText(isBin, after !== null, pattern !== null), [
      folderId,
      limit + 1,
      offset,
      ...(after === null ? [] : [after]),
      ...(pattern === null ? [] : [pattern]),
    ]),
    countOf(db, folderId, isBin, pattern),
  ])
  const shown = rows.slice(0, limit)
  return { count, rows: shown, nextAfter: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** What a name is like that is searched for: anywhere from three characters on, below at the beginning. Null for no search. */
export function patternOf(search: string | undefined): string | null {
  const key = nameKey(search ?? '')
  if (key === '') return null
  const text = key.replace(/[\\%_]/g, '\\$&')
  return [...key].length < 3 ? `${text}%` : `%${text}%`
}

/** The page's ids come first, so that only its rows are joined, wherever in the list it is. */
function listText(isBin: boolean, hasCursor: boolean, hasSearch: boolean): string {
  const search = hasSearch ? `AND name_key LIKE $${hasCursor ? 5 : 4}` : ''
  return `
WITH shown AS MATERIALIZED (
  SELECT id FROM files
   WHERE folder_id = $1 AND deleted_at IS ${isBin ? 'NOT' : ''} NULL ${hasCursor ? 'AND id < $4' : ''} ${search}
   ORDER BY folder_id, id DESC LIMIT $2 OFFSET $3)
${currentFiles} WHERE f.id IN (SELECT id FROM shown) ORDER BY f.id DESC`
}

async function countOf(db: Queryable, folderId: string, isBin: boolean, pattern: string | null): Promise<number> {
  const [row] =
    pattern === null
      ? await db.query<{ count: number }>(kept, [folderId, isBin])
      : await db.query<{ count: number }>(matches(isBin), [folderId, pattern, searchCountMax])
  return row?.count ?? 0
}

const kept = 'SELECT coalesce(sum(files), 0)::bigint AS count FROM file_counts WHERE folder_id = $1 AND is_bin = $2'

function matches(isBin: boolean): string {
  return `
SELECT count(*)::bigint AS count FROM (
  SELECT FROM files WHERE folder_id = $1 AND deleted_at IS ${isBin ? 'NOT' : ''} NULL AND name_key LIKE $2 LIMIT $3) AS found`
}
