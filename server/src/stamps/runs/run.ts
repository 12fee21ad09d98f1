import { v7 as uuidv7 } from 'uuid'
import type { Queryable, Statement } from '../../base/database/db.js'
import { isUuid } from '../../base/ids.js'
import { apiError, invalid } from '../../http/errors.js'
import { readPage } from '../../http/paging/page-sql.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { idsOf } from '../lookup/selection.js'
import type { StampsRoom } from '../room.js'
import * as sql from './sql.js'

/** Runs that an account can have. */
const runsMax = 10_000

/** A document of a run that has a stamp, named by the stamp's code or ID. */
export interface RunItem {
  code?: string
  id?: string
  folder?: string
}

/** A document of a run without a stamp. */
export type RunFailure = Omit<sql.Failure, 'folder'> & { folder?: string }

/** A run, and how many of its stamps are in a block. */
export interface CountedRun {
  row: sql.RunRow
  confirmed: number
}

/**
 * Creates a run.
 *
 * @param keep returns the statement that stores an idempotent answer in the same transaction
 * @throws {ApiError} 409 when the account has too many
 */
export async function createRun(
  { database }: Pick<StampsRoom, 'database'>,
  accountId: string,
  { name, isPrivate }: { name: string; isPrivate: boolean },
  keep: (run: CountedRun) => Statement | undefined,
): Promise<CountedRun> {
  const run = { row: { id: uuidv7(), name, is_private: isPrivate, stamped: 0, failed: 0 }, confirmed: 0 }
  await database.transaction(async (tx) => {
    await tx.execute(sql.lockRuns, [accountId])
    const [counted] = await tx.query<{ runs: number }>(sql.countRuns, [accountId])
    if ((counted?.runs ?? 0) >= runsMax) throw apiError('too_many_runs', { limit: runsMax.toLocaleString('en') })
    await tx.execute(sql.insertRun, [accountId, run.row.id, name, isPrivate])
    const statement = keep(run)
    if (statement) await tx.query(statement.text, statement.values)
  })
  return run
}

/** Lists an account's runs, newest first. */
export async function listRuns(db: Queryable, accountId: string, page: PageRequest): Promise<Page<CountedRun>> {
  const list = {
    count: `SELECT count(*) FROM ${sql.runsOf}`,
    items: sql.runsOf,
    row: sql.shownRun,
    values: [accountId],
  }
  const found = await readPage<sql.RunRow>(db, list, page)
  return { ...found, rows: await counted(db, accountId, found.rows) }
}

/** Reads a run. @throws {ApiError} 404 */
export async function readRun(db: Queryable, accountId: string, id: string): Promise<CountedRun> {
  const [row] = isUuid(id) ? await db.query<sql.RunRow>(sql.ownRun, [accountId, id]) : []
  if (row === undefined) throw apiError('run_not_found')
  const [run] = await counted(db, accountId, [row])
  return run as CountedRun
}

/** Renames a run. @throws {ApiError} 404 */
export async function renameRun(db: Queryable, accountId: string, id: string, name: string): Promise<CountedRun> {
  if (isUuid(id)) await db.execute(sql.renameRun, [accountId, id, name])
  return readRun(db, accountId, id)
}

/**
 * Adds stamps to a run. One that is in it already stays as it is, so repeating is harmless.
 *
 * @param failures replace those of the run; by default these stay
 * @throws {ApiError} 400; 404 when the run or a stamp isn't the account's; 507
 */
export async function addToRun(
  { database, quotas }: Pick<StampsRoom, 'database' | 'quotas'>,
  accountId: string,
  runId: string,
  { items, failures }: { items: readonly RunItem[]; failures?: readonly RunFailure[] },
): Promise<CountedRun> {
  const ids = await stampsOf(database, accountId, items)
  return database.transaction(async (tx) => {
    const [row] = isUuid(runId) ? await tx.query<sql.RunRow>(sql.lockRun, [accountId, runId]) : []
    if (row === undefined) throw apiError('run_not_found')
    const folders = items.map(({ folder = '' }) => folder)
    const added = await tx.execute(sql.addStamps, [accountId, row.id, ids, folders])
    const failed = failures === undefined ? null : await replaceFailures(tx, accountId, row.id, failures)
    await tx.execute(sql.countInRun, [accountId, row.id, added, failed])
    if (failed !== null) await quotas.checkStored(tx, accountId, 0)
    return readRun(tx, accountId, row.id)
  })
}

/** Returns their number. */
async function replaceFailures(
  tx: Queryable,
  accountId: string,
  runId: string,
  failures: readonly RunFailure[],
): Promise<number> {
  await tx.execute(sql.clearFailures, [accountId, runId])
  if (failures.length === 0) return 0
  const folders = failures.map(({ folder = '' }) => folder)
  const names = failures.map(({ name }) => name)
  return tx.execute(sql.addFailures, [accountId, runId, folders, names, failures.map(({ reason }) => reason)])
}

/** Returns the IDs of stamps, in their order. @throws {ApiError} 400, 404 */
async function stampsOf(db: Queryable, accountId: string, items: readonly RunItem[]): Promise<string[]> {
  for (const [at, { code, id }] of items.entries())
    if ((code === undefined) === (id === undefined)) throw invalid(`items.${at}`, 'expected either code or id')
  const given = [...new Set(items.flatMap(({ id }) => id?.toLowerCase() ?? []))]
  const own = await db.query<{ id: string }>(sql.ownIds, [accountId, given])
  if (own.length < given.length) throw apiError('stamp_not_found')
  const named = await idsOf(
    db,
    accountId,
    items.flatMap(({ code }) => code ?? []),
  )
  let next = 0
  return items.map(({ id }) => id ?? (named[next++] as string))
}

async function counted(db: Queryable, accountId: string, rows: readonly sql.RunRow[]): Promise<CountedRun[]> {
  const ids = rows.map(({ id }) => id)
  const pending = await db.query<{ id: string; stamps: number }>(sql.unconfirmedIn, [accountId, ids])
  const unconfirmed = new Map(pending.map(({ id, stamps }) => [id, stamps]))
  return rows.map((row) => ({ row, confirmed: row.stamped - (unconfirmed.get(row.id) ?? 0) }))
}
