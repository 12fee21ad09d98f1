import type { JsonValue } from '@tallystick/proof'
import { type BatchState, batchState, pooledMax } from '../ledger/batch-state.js'
import { columnList, type FieldRow } from './details/fields.js'

const { failed } = batchState

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

/** Refuses the batch with TS003 when an account would exceed its stamps a day: see 0041_batch_days.sql. */
export const countStamps = `
SELECT count_stamps($1, $2, $3::uuid[], $4::bigint[], $5::bigint[])`

/** The same for stamps of one account: see 0033_count_of_one.sql. */
export const countStampsOfOne = 'SELECT count_stamps_of_one($1, $2, $3, $4, $5)'

export const takenCodes = 'SELECT code FROM stamps WHERE code = ANY($1::text[])'

/** A stamp with the state of its batch. */
export interface StampRow extends FieldRow {
  /** Of a file that is answered like a stamp (file-records.ts): its ID, and what its entry is committed to. */
  file?: { id: string; details: JsonValue }
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

export const stampById = `${columns}${joined}
 WHERE s.account_id = $1 AND s.id = $2`

/** The stamps of a hash that the account $2 sees: its own private one and the public one, its own before another's. */
export const stampsByHash = `
SELECT * FROM (${columns}${joined} WHERE s.hash = $1 AND NOT s.is_private AND NOT s.gave_way
    UNION ALL ${columns}${joined} WHERE s.hash = $1 AND s.account_id = $2 AND s.is_private AND NOT s.gave_way) AS found
 ORDER BY account_id = $2 DESC, id`

/** Copies made from the document of the hash $1. The first condition is the index's. */
const ofOriginal = "s.original_doc_hash <> '' AND original_digest(s.original_doc_hash) = $1"

/** Of those, the newest stamp of the account $2, else the oldest public one. */
export const copyByOriginal = `
(${columns}${joined} WHERE ${ofOriginal} AND s.account_id = $2 ORDER BY s.id DESC LIMIT 1)
UNION ALL
(${columns}${joined} WHERE ${ofOriginal} AND NOT s.is_private ORDER BY s.id LIMIT 1)
LIMIT 1`

/** The code of the other stamp of the hash $1 that the account $2 sees, besides the stamp $3. */
export const otherOfHash = `
SELECT code FROM (
  SELECT s.id, s.code FROM stamps s WHERE s.hash = $1 AND NOT s.is_private AND NOT s.gave_way
   UNION ALL
  SELECT s.id, s.code FROM stamps s WHERE s.hash = $1 AND s.account_id = $2 AND s.is_private AND NOT s.gave_way) AS seen
 WHERE id <> $3 LIMIT 1`

export const batchOfTransaction = 'SELECT batch_id FROM transactions WHERE hash = $1'

/**
 * In the batch $1, the first stamp of the account $2, else the first public one. A batch of 100,000 is no slower than one of 10: all
 * stamps of a bulk are one account's, and their IDs descend with the leaves (`descendingUuids`), so an index finds the first public one.
 * `IS NOT DISTINCT FROM` keeps a comparison from an index: all stamps of an account were read and sorted, instead of a batch's first one.
 */
export const stampInBatch = `
WITH bulk AS MATERIALIZED (
  SELECT first.account_id, first.id AS newest, last.id AS oldest
    FROM batches b,
         LATERAL (SELECT account_id, id FROM stamps WHERE batch_id = b.id ORDER BY leaf_index LIMIT 1) AS first,
         LATERAL (SELECT id FROM stamps WHERE batch_id = b.id ORDER BY leaf_index DESC LIMIT 1) AS last
   WHERE b.id = $1 AND b.size > ${pooledMax})
(${columns}${joined}
  WHERE s.batch_id = $1 AND s.account_id IS NOT DISTINCT FROM $2 AND coalesce((SELECT account_id FROM bulk) = $2, true)
  ORDER BY s.leaf_index LIMIT 1)
UNION ALL
(${columns}${joined}
  WHERE s.batch_id = $1 AND NOT s.is_private AND NOT EXISTS (SELECT FROM bulk)
  ORDER BY s.leaf_index LIMIT 1)
UNION ALL
(SELECT shown.* FROM bulk, LATERAL (${columns}${joined}
   WHERE s.account_id = bulk.account_id AND NOT s.is_private AND s.id BETWEEN bulk.oldest AND bulk.newest
     AND s.batch_id IS NOT DISTINCT FROM $1
   ORDER BY s.id DESC LIMIT 1) AS shown)
LIMIT 1`

export const commitments = `
SELECT s.leaf_index, ${columnList} FROM stamps s WHERE s.batch_id = $1 ORDER BY s.leaf_index`

export const strayStamp = `
SELECT code, batch_id FROM stamps s WHERE NOT EXISTS (SELECT FROM batches b WHERE b.id = s.batch_id) LIMIT 1`

/** One statement, so both sides are of the same moment. */
export const wrongCounts = `
SELECT account_id, coalesce(k.kept, 0)::bigint AS kept, coalesce(c.counted, 0)::bigint AS counted,
       coalesce(k.private, 0)::bigint AS kept_private, coalesce(c.private, 0)::bigint AS counted_private
  FROM (SELECT account_id, sum(stamps) AS kept, sum(private) AS private FROM stamp_counts GROUP BY account_id) k
  FULL JOIN (SELECT account_id, count(*) AS counted, count(*) FILTER (WHERE is_private) AS private
               FROM stamps GROUP BY account_id) c USING (account_id)
 WHERE (coalesce(k.kept, 0), coalesce(k.private, 0)) <> (coalesce(c.counted, 0), coalesce(c.private, 0))`

/** The counts kept by triggers, against the rows of each kind: see 0035_kept_bytes.sql and 0053_counts_by_statement.sql. */
export const wrongBytes = `
SELECT account_id, kind, coalesce(c.bytes, 0)::bigint AS kept, coalesce(k.bytes, 0)::bigint AS counted
  FROM (SELECT account_id, kind, sum(bytes) AS bytes FROM account_bytes GROUP BY 1, 2) c
  FULL JOIN kept_bytes k USING (account_id, kind)
 WHERE coalesce(c.bytes, 0) <> coalesce(k.bytes, 0) LIMIT 1`

/** Days that have ended, of which another number is kept than there are stamps; those that clocks may have miscounted are left out. */
export const wrongEndedDays = `
SELECT k.account_id, k.kept::bigint, coalesce(c.counted, 0)::bigint AS counted
  FROM (SELECT account_id, day, sum(stamps) AS kept
          FROM (SELECT account_id, day, stamps FROM stamp_days UNION ALL SELECT account_id, day, today FROM stamp_counts) AS one
         GROUP BY 1, 2) AS k
  LEFT JOIN (SELECT s.account_id, coalesce(b.day, day_of(s.id)) AS day, count(*) AS counted
               FROM stamps s JOIN batches b ON b.id = s.batch_id GROUP BY 1, 2) AS c USING (account_id, day)
 WHERE (k.account_id, k.day) IN (SELECT account_id, day FROM stamp_days) AND k.kept <> coalesce(c.counted, 0)
   AND k.day > (SELECT max(inexact_until) FROM stamp_counts WHERE account_id = k.account_id)
 LIMIT 1`

export const mergeSearch = "SELECT gin_clean_pending_list('stamps_search')"

/**
 * Accounts whose counters of their newest day don't match their stamps of that day. Where counters may lack stamps, they are only checked
 * for too many: see 0041_batch_days.sql.
 */
export const wrongDays = `
SELECT k.account_id, k.kept::bigint, coalesce(c.counted, 0)::bigint AS counted
  FROM (SELECT account_id, day, sum(today) AS kept, max(day) OVER own AS newest, max(max(inexact_until)) OVER own AS inexact_until
          FROM stamp_counts GROUP BY account_id, day WINDOW own AS (PARTITION BY account_id)) AS k
  LEFT JOIN (SELECT s.account_id, coalesce(b.day, day_of(s.id)) AS day, count(*) AS counted
               FROM stamps s JOIN batches b ON b.id = s.batch_id GROUP BY 1, 2) AS c USING (account_id, day)
 WHERE day = k.newest AND day > 0
   AND (k.kept > coalesce(c.counted, 0) OR k.kept < c.counted AND day > k.inexact_until)
 LIMIT 1`
