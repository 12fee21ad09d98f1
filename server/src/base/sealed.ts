import type { Database } from './database/db.js'
import { firstUuid } from './ids.js'
import { keyIdLength, type SealKeys, seal, unseal } from './ring.js'

/** Values of one kind that are sealed with the master key, and can be re-sealed with its successor. */
export interface SealedPart {
  /** In words, such as `client secrets`. */
  readonly name: string
  /** Counts the values that another key than the newest seals. Missing where only opening each would tell. */
  count?(): Promise<number>
  /**
   * Re-seals these values with the newest key, slice by slice. Can be killed, repeated, and run by several processes: a value is replaced
   * only while it is the one that was opened.
   *
   * @param onSlice gets what the slice re-sealed, and what no key of the ring opens
   */
  reseal(signal: AbortSignal, onSlice: (slice: ResealedSlice) => Promise<void>): Promise<void>
}

/** Numbers of values. */
interface ResealedSlice {
  resealed: number
  /** No key of the ring opens them. */
  failed: number
}

/** A column of sealed values. */
export interface SealedColumn {
  name: string
  database: Database
  keys: SealKeys
  table: string
  /** The primary key. */
  id: { column: string; type: 'text' | 'uuid' | 'boolean' }
  /** Null and empty values are left alone. */
  column: string
  /** Returns what a value is bound to, from the row's ID. */
  contextOf?: (id: string) => Uint8Array
  /** A column that follows from the opened value and a key, too. */
  derived?: { column: string; of: (opened: Buffer) => Uint8Array }
}

const atOnce = 100
/** Values that precede all keys of a type. */
const before = { text: '', uuid: firstUuid, boolean: 'false' }

/** Returns the values of a column as a part that can be re-sealed. */
export function sealedColumn({
  name,
  database,
  keys,
  table,
  id,
  column,
  contextOf,
  derived,
}: SealedColumn): SealedPart {
  const newest = Buffer.from(keys[0].id, 'hex')
  const stale = `length(${column}) > 0 AND substring(${column} FROM 1 FOR ${keyIdLength}) <> $1`
  const read = `
SELECT ${id.column}::text AS id, ${column} AS sealed FROM ${table}
 WHERE ${stale} AND ${id.column} > coalesce($2::${id.type}, '${before[id.type]}') ORDER BY ${id.column} LIMIT ${atOnce}`
  const [also, given] = derived ? [`, ${derived.column} = new.derived`, ', $4::bytea[]'] : ['', '']
  const replace = `
UPDATE ${table} AS t SET ${column} = new.sealed${also}
  FROM unnest($1::${id.type}[], $2::bytea[], $3::bytea[]${given}) AS new(id, was, sealed${derived ? ', derived' : ''})
 WHERE t.${id.column} = new.id AND t.${column} = new.was`

  const reopened = (row: { id: string; sealed: Buffer }) => {
    try {
      const opened = unseal(keys, row.sealed, contextOf?.(row.id))
      return [{ ...row, next: seal(keys, opened, contextOf?.(row.id)), derived: derived?.of(opened) }]
    } catch {
      return []
    }
  }

  return {
    name,
    async count() {
      const [row] = await database.query<{ count: number }>(
        `SELECT count(*)::float8 AS count FROM ${table} WHERE ${stale}`,
        [newest],
      )
      return row?.count ?? 0
    },
    async reseal(signal, onSlice) {
      for (let after: string | null = null; !signal.aborted; ) {
        const rows: { id: string; sealed: Buffer }[] = await database.query(read, [newest, after])
        const good = rows.flatMap(reopened)
        const values = [good.map((row) => row.id), good.map((row) => row.sealed), good.map((row) => row.next)]
        const resealed =
          good.length === 0
            ? 0
            : await database.execute(replace, [...values, ...(derived ? [good.map((row) => row.derived)] : [])])
        await onSlice({ resealed, failed: rows.length - good.length })
        if (rows.length < atOnce) return
        after = rows.at(-1)?.id ?? null
      }
    },
  }
}
