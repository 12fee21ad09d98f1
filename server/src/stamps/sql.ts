import { type BatchState, batchState } from '../ledger/batch-state.js'
import { columnList, type FieldRow, kindColumns, ownColumns, type WrittenColumn } from './fields.js'

const { submitted, confirmed, final, failed } = batchState

/** A stamp found by its hash; `number` is the hash's position in the question, from 1. */
export interface FoundRow {
  number: number
  id: string
  transaction_hash: Buffer
}

// LATERAL with LIMIT forces an index lookup for each hash. PostgreSQL could plan a join as a scan of the whole table, and would
// keep such a plan, made while the table was small.
export const findPublic = `
SELECT asked.number::int, s.id, b.transaction_hash
  FROM unnest($1::bytea[]) WITH ORDINALITY AS asked(hash, number),
       LATERAL (SELECT id, batch_id FROM stamps WHERE hash = asked.hash AND NOT is_private AND NOT gave_way LIMIT 1) s,
       LATERAL (SELECT transaction_hash FROM batches WHERE id = s.batch_id AND state <> ${failed} LIMIT 1) b`

export const findPrivate = `
SELECT asked.number::int, s.id, b.transaction_hash
  FROM unnest($1::bytea[], $2::uuid[]) WITH ORDINALITY AS asked(hash, account_id, number),
       LATERAL (SELECT id, batch_id FROM stamps
                 WHERE hash = asked.hash AND account_id = asked.account_id AND is_private AND NOT gave_way LIMIT 1) s,
       LATERAL (SELECT transaction_hash FROM batches WHERE id = s.batch_id AND state <> ${failed} LIMIT 1) b`

/** Lets failed stamps give way to new ones of the same hash: public stamps, and private ones of these accounts. */
export const giveWay = `
UPDATE stamps s SET gave_way = true
  FROM batches b
 WHERE b.id = s.batch_id AND b.state = ${failed} AND NOT s.gave_way AND s.hash = ANY($1::bytea[])
   AND (NOT s.is_private OR s.account_id = ANY($2::uuid[]))`

/** The columns' names, and their arrays as parameters from $`first` on. */
function unnested(columns: readonly WrittenColumn[], first: number) {
  return {
    names: columns.map(({ column }) => column).join(', '),
    arrays: columns.map(({ sql }, at) => `$${first + at}::${sql}`).join(', '),
    values: columns.map(({ value }) => value).join(', '),
  }
}
const own = unnested(ownColumns, 4)
const kind = unnested(kindColumns, 4 + ownColumns.length)

// Stamps name their kind by its number, which halves a batch's bytes and the time to parse them.
export const insertStamps = `
INSERT INTO stamps (${own.names}, ${kind.names}, batch_id, leaf_index)
SELECT ${own.values}, ${kind.values}, $1, $2 + n.number
  FROM unnest($3::integer[], ${own.arrays}) WITH ORDINALITY AS n(kind, ${own.names}, number)
  JOIN unnest(${kind.arrays}) WITH ORDINALITY AS k(${kind.names}, number) ON k.number = n.kind`

export const addCounts = `
INSERT INTO stamp_counts (account_id, lane_id, stamps)
SELECT account_id, $3, added FROM unnest($1::uuid[], $2::bigint[]) AS n(account_id, added)
ON CONFLICT (account_id, lane_id) DO UPDATE SET stamps = stamp_counts.stamps + excluded.stamps`

export const takenCodes = 'SELECT code FROM stamps WHERE code = ANY($1::text[])'

/** A stamp with the state of its batch. */
export interface StampRow extends FieldRow {
  batch_id: string
  leaf_index: number
  state: BatchState
  transaction_hash: Buffer
  block_number: number | null
  block_time: Date | null
  updated_at: Date
}

export const columns = `
SELECT ${columnList}, s.batch_id, s.leaf_index,
       b.state, b.transaction_hash, b.block_number, k.time AS block_time, b.updated_at`

export const joined = `
  FROM stamps s JOIN batches b ON b.id = s.batch_id LEFT JOIN blocks k ON k.hash = b.block_hash`

export const stampByCode = `${columns}${joined}
 WHERE s.code = $1 AND (NOT s.is_private OR s.account_id = $2)`

/** Prefers the caller's own stamp to another account's public one, and the older of two own ones. */
export const stampByHash = `
SELECT * FROM (${columns}${joined} WHERE s.hash = $1 AND NOT s.is_private AND NOT s.gave_way
    UNION ALL ${columns}${joined} WHERE s.hash = $1 AND s.account_id = $2 AND s.is_private AND NOT s.gave_way) AS found
 ORDER BY account_id = $2 DESC, id LIMIT 1`

export const batchOfTransaction = 'SELECT batch_id FROM transactions WHERE hash = $1'

export const stampInBatch = `${columns}${joined}
 WHERE s.batch_id = $1 AND (NOT s.is_private OR s.account_id = $2)
 ORDER BY s.account_id = $2 DESC, s.leaf_index LIMIT 1`

export const stampsInBatch = `${columns}${joined}
 WHERE s.batch_id = $1 AND (NOT s.is_private OR s.account_id = $2)
 ORDER BY s.leaf_index LIMIT $3 OFFSET $4`

export const countInBatch = `
SELECT count(*)::int AS count FROM stamps s WHERE s.batch_id = $1 AND (NOT s.is_private OR s.account_id = $2)`

export const countOfAccount = `
SELECT coalesce(sum(stamps), 0)::bigint AS count FROM stamp_counts WHERE account_id = $1`

/** Submitted and failed batches, each from its partial index. */
const unconfirmed = `(SELECT id FROM batches WHERE state = ${submitted} UNION ALL SELECT id FROM batches WHERE state = ${failed})`

/** Starts from the batches, because few of them are unconfirmed. */
export const countPending = `
SELECT count(*)::bigint AS count FROM ${unconfirmed} b JOIN stamps s ON s.batch_id = b.id WHERE s.account_id = $1`

/** One statement, so both numbers are of the same moment. */
export const countConfirmed = `
SELECT (SELECT coalesce(sum(stamps), 0) FROM stamp_counts WHERE account_id = $1)::bigint
     - (SELECT count(*) FROM ${unconfirmed} b JOIN stamps s ON s.batch_id = b.id WHERE s.account_id = $1) AS count`

/** The conditions of a list. Parameters: $1 account, $2 limit, $3 offset, $4 the ID before the page, $5 and $6 search. */
export interface ListShape {
  status: boolean | undefined
  isPrivate: boolean | undefined
  cursor: boolean
  search: 'none' | 'prefix' | 'anywhere'
}

function conditions(shape: ListShape): string {
  return [
    's.account_id = $1',
    shape.status === undefined
      ? ''
      : shape.status
        ? `b.state IN (${confirmed}, ${final})`
        : `b.state IN (${submitted}, ${failed})`,
    // A literal, not a parameter: a partial index finds the few private stamps among many.
    shape.isPrivate === undefined ? '' : shape.isPrivate ? 's.is_private' : 'NOT s.is_private',
    shape.cursor ? 's.id < $4' : '$4::uuid IS NULL',
    // The first line can use the trigram index but matches too much; the second is exact.
    shape.search === 'none' ? '$5::text IS NULL AND $6::text IS NULL' : '',
    shape.search === 'anywhere'
      ? `lower(s.name || ' ' || s.code) LIKE '%' || $5 || '%'
         AND (lower(s.name) LIKE '%' || $5 || '%' OR lower(s.code) LIKE '%' || $5 || '%') AND $6::text IS NULL`
      : '',
    shape.search === 'prefix'
      ? `(lower(s.name || ' ' || s.code) LIKE $5 || '%' OR lower(s.name || ' ' || s.code) LIKE '% ' || $6 || '%')
         AND (lower(s.name) LIKE $5 || '%' OR lower(s.code) LIKE $6 || '%')`
      : '',
  ]
    .filter((condition) => condition !== '')
    .join('\n   AND ')
}

/** Newest first: a stamp's ID starts with its time of creation. */
export function listStamps(shape: ListShape): string {
  return `${columns}${joined}
 WHERE ${conditions(shape)}
 ORDER BY s.id DESC LIMIT $2 OFFSET $3`
}

/** Counts matches up to $2, where no counter is kept. */
export function countMatches(shape: ListShape): string {
  return `SELECT count(*)::int AS count FROM (SELECT ${joined.trim().replace(/^FROM/, 'FROM')}
 WHERE ${conditions(shape)} AND $3::int = 0 LIMIT $2) AS matches`
}

export const commitments = `
SELECT s.leaf_index, ${columnList} FROM stamps s WHERE s.batch_id = $1 ORDER BY s.leaf_index`

export const strayStamp = `
SELECT code, batch_id FROM stamps s WHERE NOT EXISTS (SELECT FROM batches b WHERE b.id = s.batch_id) LIMIT 1`

/** One statement, so both sides are of the same moment. */
export const wrongCounts = `
SELECT account_id, coalesce(k.kept, 0)::bigint AS kept, coalesce(c.counted, 0)::bigint AS counted
  FROM (SELECT account_id, sum(stamps) AS kept FROM stamp_counts GROUP BY account_id) k
  FULL JOIN (SELECT account_id, count(*) AS counted FROM stamps GROUP BY account_id) c USING (account_id)
 WHERE coalesce(k.kept, 0) <> coalesce(c.counted, 0)`

export const mergeSearch = "SELECT gin_clean_pending_list('stamps_search')"
