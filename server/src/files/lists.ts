import { escapeLike, type Queryable } from '../base/db.js'
import { nameKey } from '../folders/names.js'
import { countMax, offsetOf, type Page, type PageRequest, pageOf } from '../http/paging.js'
import { currentFiles, type FileRow } from './sql.js'

/** Which files of a folder to list. */
export interface FileListRequest extends PageRequest {
  folderId: string
  isBin: boolean
  search: string | undefined
}

/**
 * Lists the files directly in a folder, newest first. The count is exact; with a search it stops at 10,000.
 *
 * @param request of a folder that the account may read, which the caller has checked
 */
export async function listFiles(db: Queryable, request: FileListRequest): Promise<Page<FileRow>> {
  const { folderId, isBin, limit, after } = request
  const pattern = patternOf(request.search)
  const [rows, count] = await Promise.all([
    db.query<FileRow>(listText(isBin, after !== null, pattern !== null), [
      folderId,
      limit + 1,
      offsetOf(request),
      ...(after === null ? [] : [after]),
      ...(pattern === null ? [] : [pattern]),
    ]),
    countOf(db, folderId, isBin, pattern),
  ])
  return pageOf(count, rows, limit, ({ id }) => id)
}

/**
 * Returns the LIKE pattern of a search: anywhere in the name from three characters on, at its beginning below.
 *
 * @returns null without a search
 */
export function patternOf(search: string | undefined): string | null {
  const key = nameKey(search ?? '')
  if (key === '') return null
  return [...key].length < 3 ? `${escapeLike(key)}%` : `%${escapeLike(key)}%`
}

/** Selects the page's IDs first, so that only its rows are joined, however deep in the list it is. */
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
      : await db.query<{ count: number }>(matches(isBin), [folderId, pattern, countMax])
  return row?.count ?? 0
}

const kept = 'SELECT coalesce(sum(files), 0)::bigint AS count FROM file_counts WHERE folder_id = $1 AND is_bin = $2'

function matches(isBin: boolean): string {
  return `
SELECT count(*)::bigint AS count FROM (
  SELECT FROM files WHERE folder_id = $1 AND deleted_at IS ${isBin ? 'NOT' : ''} NULL AND name_key LIKE $2 LIMIT $3) AS found`
}
