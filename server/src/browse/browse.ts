import type { Database, Queryable } from '../base/db.js'
import { isUuid } from '../base/ids.js'
import type { FileRow } from '../files/sql.js'
import { readableFolder } from '../folders/access.js'
import { type FolderRow, folderColumns } from '../folders/sql.js'
import { lockTree } from '../folders/tree.js'
import { apiError } from '../http/errors.js'
import { offsetOf } from '../http/paging.js'
import * as browse from './sql.js'

/** Counts of lists that no kept counter covers are exact up to here, and stop. */
const countMax = 10_000

const rootOf = `SELECT ${folderColumns} FROM folders f WHERE f.account_id = $1 AND f.parent_id IS NULL`

/** A folder that the account may read; the word `root`, or the hidden root's own id, is the account's root. @throws ApiError 404 */
export async function browsedFolder(database: Database, accountId: string, id: string): Promise<FolderRow> {
  const [root] = await database.query<FolderRow>(rootOf, [accountId])
  if (id === 'root') return root ?? database.transaction((tx) => lockTree(tx, accountId))
  return root?.id === id.toLowerCase() ? root : readableFolder(database, accountId, id)
}

/** The folders from the top to each of these, themselves included. */
export async function pathsTo(db: Queryable, folderIds: readonly string[]): Promise<Map<string, browse.StepRow[]>> {
  const paths = new Map<string, browse.StepRow[]>(folderIds.map((id) => [id, []]))
  for (const step of await db.query<browse.StepRow>(browse.stepsTo, [[...paths.keys()]])) {
    paths.get(step.to_id)?.push(step)
  }
  return paths
}

/** The folders from the top to this one. */
export async function pathTo(db: Queryable, folderId: string): Promise<browse.StepRow[]> {
  return (await pathsTo(db, [folderId])).get(folderId) ?? []
}

/** How much lies directly in each of these folders, as far as the account may see it. */
export async function amountsIn(
  db: Queryable,
  accountId: string,
  folders: readonly FolderRow[],
): Promise<Map<string, browse.AmountRow>> {
  const isOwn = folders.every((folder) => folder.account_id === accountId)
  const rows = await db.query<browse.AmountRow>(browse.amounts, [folders.map(({ id }) => id), isOwn])
  return new Map(rows.map((row) => [row.id, row]))
}

/** How far the entry of a version has come. */
export async function anchorOf(db: Queryable, versionId: string): Promise<browse.AnchorRow> {
  const [row] = await db.query<browse.AnchorRow>(browse.anchorOfVersion, [versionId])
  if (!row) throw apiError('file_not_found')
  return row
}

/** A page of a list, and after which row the next one goes on. */
export interface BrowsedPage<Row> {
  count: number
  rows: Row[]
  nextAfter: Row | null
}

/** Where in the bin a page begins: after a deletion. */
export interface BinPlace {
  deletedAt: Date
  id: string
}

/** What an account has deleted, latest deletion first. */
export async function listBin(
  db: Queryable,
  accountId: string,
  { page, limit, after }: { page: number; limit: number; after: BinPlace | null },
): Promise<BrowsedPage<browse.BinRow>> {
  const offset = offsetOf({ page, limit, after })
  const values = [accountId, after?.deletedAt ?? null, after?.id ?? null, limit + 1, offset]
  const [rows, counted] = await Promise.all([
    db.query<browse.BinRow>(browse.binOf, values),
    db.query<{ count: number }>(browse.binCount, [accountId, countMax]),
  ])
  return pageOf(rows, limit, counted)
}

/** An account's favourites, newest first. */
export async function listFavourites(
  db: Queryable,
  accountId: string,
  { page, limit, after }: { page: number; limit: number; after: string | null },
): Promise<BrowsedPage<FileRow>> {
  const offset = offsetOf({ page, limit, after })
  const [rows, counted] = await Promise.all([
    db.query<FileRow>(browse.favouritesOf, [accountId, after, limit + 1, offset]),
    db.query<{ count: number }>(browse.favouriteCount, [accountId, countMax]),
  ])
  return pageOf(rows, limit, counted)
}

function pageOf<Row>(rows: Row[], limit: number, [counted]: { count: number }[]): BrowsedPage<Row> {
  const shown = rows.slice(0, limit)
  const nextAfter = rows.length > limit ? (shown.at(-1) ?? null) : null
  return { count: Math.min(counted?.count ?? 0, countMax), rows: shown, nextAfter }
}

const binCursor = 'b1.'

/** Where the next page of the bin begins, as clients carry it. */
export function cursorOfBin(row: browse.BinRow): string {
  return binCursor + Buffer.from(`${row.deleted_at.getTime()}/${row.id}`).toString('base64url')
}

/** @throws ApiError 400 when it is none of ours */
export function parseBinCursor(cursor: string | undefined): BinPlace | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor.startsWith(binCursor) ? cursor.slice(binCursor.length) : '', 'base64url').toString()
  const parts = /^(\d{1,15})\/(.+)$/.exec(text)
  if (!parts?.[1] || !parts[2] || !isUuid(parts[2])) {
    throw apiError('invalid', { field: 'cursor', problem: 'expected the Next-Cursor of an earlier response' })
  }
  return { deletedAt: new Date(Number(parts[1])), id: parts[2] }
}
