// Statements that turn batch events into deliveries.

import type { BatchEventKind } from '../ledger/sql.js'

/** A batch event and how far its deliveries are made. */
export interface BatchEventRow {
  id: number
  batch_id: string
  kind: BatchEventKind
  transaction_hash: Buffer
  created_at: Date
  block_number: number | null
  /** In seconds since 1970. */
  block_time: number | null
  /** Last leaf whose deliveries exist. */
  cursor: number
  size: number
}

/** The row lock is the lease and ends with its transaction. Events of one batch are processed in order. */
const free = 'NOT EXISTS (SELECT FROM batch_events o WHERE o.batch_id = e.batch_id AND o.id < e.id)'
const leftOf = 'b.size - 1 - e.cursor'
const columns = `e.id, e.batch_id, e.kind, e.transaction_hash, e.created_at, e.cursor, b.size,
       k.number AS block_number, extract(epoch FROM k.time)::float8 AS block_time
  FROM batch_events e JOIN batches b ON b.id = e.batch_id LEFT JOIN blocks k ON k.hash = b.block_hash`

/** Oldest events with at most $1 leaves left. */
export const nextSmall = `
SELECT ${columns} WHERE ${leftOf} <= $1 AND ${free} ORDER BY e.id LIMIT 200 FOR UPDATE OF e SKIP LOCKED`

/** The oldest event with more leaves left, among the oldest 100: small ones may be waiting in any number. */
export const nextLarge = `
SELECT ${columns} WHERE ${leftOf} > $1 AND ${free}
   AND e.id < coalesce((SELECT id FROM batch_events ORDER BY id LIMIT 1 OFFSET 100), 9223372036854775807)
 ORDER BY e.id LIMIT 1 FOR UPDATE OF e SKIP LOCKED`

/** Runs of leaves: $1 events, $2 their batches, $3 the leaf before the first, $4 the last, $5 event names. */
const runs =
  'unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[], $5::text[]) AS e (id, batch_id, after, until, event)'
const leaves = 'l.batch_id = e.batch_id AND l.leaf_index > e.after AND l.leaf_index <= e.until'

/** Subscribed webhooks. One disabled by failures gets cancelled deliveries, which its owner can recover for $6 days. */
const listeners = `
  JOIN webhooks w ON w.account_id = l.account_id
   AND (w.disabled_reason IS NULL OR w.disabled_reason IN ('gone', 'failing'))
   AND e.event = ANY (w.actions) AND (w.disabled_at IS NULL OR w.disabled_at > now() - $6 * interval '1 day')`

/** Stamps in runs of leaves, once per subscribed webhook. */
export const stampsToNotify = `
SELECT e.id AS event_id, w.id AS webhook_id, w.disabled_at IS NOT NULL AS is_disabled, l.account_id, l.id, false AS is_file,
       l.client_id, l.hash, l.code, l.name, l.type, l.is_esign, l.is_private OR l.was_private AS is_private, l.leaf_index,
       l.end_user
  FROM ${runs} JOIN stamps l ON ${leaves} ${listeners} ORDER BY e.id, l.leaf_index`

/** The same for file contents. Purged files are left out; the lock keeps files from being purged meanwhile. */
export const filesToNotify = `
SELECT e.id AS event_id, w.id AS webhook_id, w.disabled_at IS NOT NULL AS is_disabled, l.account_id, f.id, true AS is_file,
       v.client_id, l.digest AS hash, f.code, f.name, $7::text AS type, false AS is_esign, d.is_private, l.leaf_index, NULL::text AS end_user
  FROM ${runs} JOIN changes l ON ${leaves}
  JOIN file_versions v ON v.file_id = l.subject_id AND v.change_id = l.id
  JOIN files f ON f.id = v.file_id
  JOIN folders d ON d.id = f.folder_id ${listeners}
 WHERE l.subject = 'file' AND l.digest IS NOT NULL ORDER BY e.id, l.leaf_index FOR KEY SHARE OF f`

export const insertDeliveries = `
INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, batch_event_id, leaf_index, payload, state)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::boolean[], $7::bigint[], $8::integer[],
                     $9::text[], $10::smallint[])
ON CONFLICT (webhook_id, batch_event_id, leaf_index) DO NOTHING`

export const advance = 'UPDATE batch_events SET cursor = $2 WHERE id = $1'

export const endEvents = 'DELETE FROM batch_events WHERE id = ANY ($1::bigint[])'
