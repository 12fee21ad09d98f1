import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { from, to } from 'pg-copy-streams'
import type { Queryable, Session } from '../base/database/db.js'
import type { SavedSequence } from './manifest.js'

const ourSchema = `(SELECT relnamespace FROM pg_class WHERE oid = 'migrations'::regclass)`

// Numbers of transactions (xid8) belong to one server: where there are any, the column's default gives the restoring one's.
const tables = `
SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relkind = 'r' AND c.relnamespace = ${ourSchema} AND c.relname <> 'migrations'
   AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.atttypid <> 'xid8'::regtype
 GROUP BY c.relname ORDER BY c.relname`

const sequences = `
SELECT t.relname::text AS "table", a.attname::text AS "column", pg_sequence_last_value(s.oid::regclass) AS last
  FROM pg_class s
  JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
  JOIN pg_class t ON t.oid = d.refobjid
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
 WHERE s.relkind = 'S' AND t.relnamespace = ${ourSchema} ORDER BY 1, 2`

const references = `
SELECT c.relname::text AS "by", t.relname::text AS "to" FROM pg_constraint f
  JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
 WHERE f.contype = 'f' AND c.relnamespace = ${ourSchema} AND f.conrelid <> f.confrelid`

/** A table and the columns that a backup holds. */
export interface Table {
  name: string
  columns: string[]
}

/** Lists the tables, without that of the migrations. */
export function allTables(db: Queryable): Promise<Table[]> {
  return db.query<Table>(tables)
}

/** Lists the sequences that have given a number. A deleted row's number must not be given again. */
export async function usedSequences(db: Queryable): Promise<SavedSequence[]> {
  const all = await db.query<Omit<SavedSequence, 'last'> & { last: number | null }>(sequences)
  return all.flatMap((one) => (one.last === null ? [] : [{ ...one, last: one.last }]))
}

/** Returns tables in an order in which each comes after those that its foreign keys refer to. */
export async function inOrder<T extends Table>(db: Queryable, given: readonly T[]): Promise<T[]> {
  const refers = await db.query<{ by: string; to: string }>(references)
  const ordered: T[] = []
  let left = [...given]
  while (left.length > 0) {
    const isLeft = (name: string) => left.some((one) => one.name === name)
    const free = left.filter(({ name }) => !refers.some(({ by, to }) => by === name && isLeft(to)))
    if (free.length === 0) throw new Error(`foreign keys form a circle: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...free)
    left = left.filter((one) => !free.includes(one))
  }
  return ordered
}

/**
 * Writes the rows of a table, or of a query, to a compressed file that only its owner can read.
 *
 * @returns the number of rows
 */
export async function copyOut(session: Session, source: Table | string, path: string): Promise<number> {
  const what = typeof source === 'string' ? `(${source})` : columnsOf(source)
  const rows = session.copy(to(`COPY ${what} TO STDOUT`))
  await pipeline(rows, createGzip({ level: 1 }), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return rows.rowCount
}

/** Reads the rows of a table from a file. Returns their number. */
export async function copyIn(session: Session, table: Table, path: string): Promise<number> {
  const rows = session.copy(from(`COPY ${columnsOf(table)} FROM STDIN`))
  await pipeline(createReadStream(path), createGunzip(), rows)
  return rows.rowCount
}

/** Turns our own triggers of a table off or on; foreign keys are checked in any case. */
export async function setTriggers(session: Session, { name }: Table, areOn: boolean): Promise<void> {
  await session.script(`ALTER TABLE ${quoted(name)} ${areOn ? 'ENABLE' : 'DISABLE'} TRIGGER USER`)
}

/** Lets a sequence go on after the last number it gave. */
export async function setSequence(db: Queryable, { table, column, last }: SavedSequence): Promise<void> {
  await db.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [quoted(table), column, last])
}

function columnsOf({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
