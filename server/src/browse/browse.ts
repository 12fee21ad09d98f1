import type { Database, Queryable } from '../base/database/db.js'
import { isUuid } from '../base/ids.js'
import { shownFile } from '../files/lists.js'
import type { FileRow } from '../files/sql.js'
import { readableFolder } from '../folders/access.js'
import { type FolderRow, folderColumns } from '../folders/sql.js'
import { lockTree } from '../folders/tree.js'
import { apiError } from '../http/errors.js'
import { readPage } from '../http/paging/page-sql.js'
import { type CursorFormat, countMax, offsetOf, type Page, type PageRequest, pageOf } from '../http/paging/paging.js'
import { cappedList } from '../http/paging/search-sql.js'
import * as browse from './sql.js'

const rootOf = `SELECT ${folderColumns} FROM folders f WHERE f.account_id = $1 AND f.parent_id IS NULL`

/** Reads a folder that the account may read; `root`, or the ID of the hidden root, is the account's root. @throws {ApiError} 404 */
export async function browsedFolder(database: Database, accountId: string, id: string): Promise<FolderRow> {
  const [root] = await database.query<FolderRow>(rootOf, [accountId])
  if (id === 'root') return root ?? database.transaction((tx) => lockTree(tx, accountId))
  return root?.id === id.toLowerCase() ? root : readableFolder(database, accountId, id)
}

/** Reads the folders from the top to each of these, including themselves. */
export async function pathsTo(db: Queryable, folderIds: readonly string[]): Promise<Map<string, browse.StepRow[]>> {
  const paths = new Map<string, browse.StepRow[]>(folderIds.map((id) => [id, []]))
  for (const step of await db.query<browse.StepRow>(browse.stepsTo, [[...paths.keys()]])) {
    paths.get(step.to_id)?.push(step)
  }
  return paths
}

/** Reads the folders from the top to this one. */
export async function pathTo(db: Queryable, folderId: string): Promise<browse.StepRow[]> {
  return (await pathsTo(db, [folderId])).get(folderId) ?? []
}

/** Counts the items directly in each of these folders, as far as the account may see them. */
export async function amountsIn(
  db: Queryable,
  accountId: string,
  folders: readonly FolderRow[],
): Promise<Map<string, browse.AmountRow>> {
  const isOwn = folders.every((folder) => folder.account_id === accountId)
  const rows = await db.query<browse.AmountRow>(browse.amounts, [folders.map(({ id }) => id), isOwn])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the state of the entry that recorded a version. */
export async function anchorOf(db: Queryable, versionId: string): Promise<browse.AnchorRow> {
  const [row] = await db.query<browse.AnchorRow>(browse.anchorOfVersion, [versionId])
  if (!row) throw apiError('file_not_found')
  return row
}

/** The position of a deletion in the bin. */
export interface BinPosition {
  deletedAt: Date
  id: string
}

/** The cursor of the bin, which is in the order of deletion. */
export const binCursor: CursorFormat<BinPosition> = {
  prefix: 'b1.',
  encode: ({ deletedAt, id }) => Buffer.from(`${deletedAt.getTime()}/${id}`),
  decode(bytes) {
    const [, ms, id] = /^(\d{1,15})\/(.+)$/.exec(bytes.toString()) ?? []
    return ms !== undefined && id !== undefined && isUuid(id) ? { deletedAt: new Date(Number(ms)), id } : null
  },
}

/** Lists what an account has deleted, latest deletion first. */
export async function listBin(
  db: Queryable,
  accountId: string,
  page: PageRequest<BinPosition>,
): Promise<Page<browse.BinRow, BinPosition>> {
  const { limit, after } = page
  const values = [accountId, after?.deletedAt ?? null, after?.id ?? null, limit + 1, Math.min(offsetOf(page), countMax)]
  const rows = await db.query<browse.BinRow & { list_count: number }>(browse.binOf, [...values, countMax])
  return pageOf(
    rows[0]?.list_count ?? 0,
    rows.filter(({ id }) => id !== null),
    limit,
    ({ deleted_at: deletedAt, id }) => ({ deletedAt, id }),
  )
}

/** Lists the files that an account added last, newest first. */
export function listRecent(db: Queryable, accountId: string): Promise<FileRow[]> {
  const rows = `SELECT r.* FROM (${browse.recentOf}) AS shown, LATERAL (${shownFile}) AS r ORDER BY shown.id DESC`
  return db.query<FileRow>(rows, [accountId])
}

/** Lists an account's favourites, newest first. */
export function listFavourites(db: Queryable, accountId: string, page: PageRequest): Promise<Page<FileRow>> {
  return readPage(db, { ...cappedList(browse.favouritesOf), row: shownFile, values: [accountId] }, page)
}
