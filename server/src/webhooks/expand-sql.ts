// The statements that make deliveries of what befell batches.

/** What befell a batch, as far as its deliveries are made. */
export interface BatchEventRow {
  id: number
  batch_id: string
  kind: 'final' | 'failed' | 'reorged'
  transaction_hash: Buffer
  created_at: Date
  /** The last leaf whose deliveries are made. */
  cursor: number
  size: number
}

/**
 * The oldest that no other process is at, or, $1, the one least told of so far; the lock is the lease, and ends with its
 * transaction. What befell one batch is told in the order in which it did.
 */
export const nextEvent = `
SELECT e.id, e.batch_id, e.kind, e.transaction_hash, e.created_at, e.cursor, b.size
  FROM batch_events e JOIN batches b ON b.id = e.batch_id
 WHERE NOT EXISTS (SELECT FROM batch_events o WHERE o.batch_id = e.batch_id AND o.id < e.id)
 ORDER BY CASE WHEN $1 THEN e.cursor ELSE 0 END, e.id LIMIT 1 FOR UPDATE OF e SKIP LOCKED`

/** Who is told: $4 what happened; one disabled by failing gets it cancelled, for its owner to recover, for $5 days. */
const listeners = `
  JOIN webhooks w ON w.account_id = l.account_id
   AND (w.disabled_reason IS NULL OR w.disabled_reason IN ('gone', 'failing'))
   AND $4 = ANY (w.actions) AND (w.disabled_at IS NULL OR w.disabled_at > now() - $5 * interval '1 day')`

const leaves = 'l.batch_id = $1 AND l.leaf_index > $2 AND l.leaf_index <= $3'

/** Stamps of a run of leaves, once for each webhook that is told. */
export const stampsToTell = `
SELECT w.id AS webhook_id, w.disabled_at IS NOT NULL AS is_disabled, l.account_id, l.id, false AS is_file, l.client_id, l.hash,
       l.code, l.name, l.type, l.is_esign, l.is_private, l.leaf_index
  FROM stamps l ${listeners} WHERE ${leaves} ORDER BY l.leaf_index`

/** The same for contents of files: not of files that are purged, and none is while this is under way. */
export const filesToTell = `
SELECT w.id AS webhook_id, w.disabled_at IS NOT NULL AS is_disabled, l.account_id, f.id, true AS is_file, v.client_id,
       l.digest AS hash, f.code, f.name, $6::text AS type, false AS is_esign, d.is_private, l.leaf_index
  FROM changes l
  JOIN file_versions v ON v.file_id = l.subject_id AND v.change_id = l.id
  JOIN files f ON f.id = v.file_id
  JOIN folders d ON d.id = f.folder_id ${listeners}
 WHERE ${leaves} AND l.subject = 'file' AND l.digest IS NOT NULL ORDER BY l.leaf_index FOR KEY SHARE OF f`

export const insertDeliveries = `
INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, batch_event_id, leaf_index, payload, state)
SELECT n.id, n.webhook_id, n.account_id, $1, n.subject_id, n.is_file, $2, n.leaf_index, n.payload, n.state
  FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::boolean[], $8::integer[], $9::text[], $10::smallint[])
    AS n (id, webhook_id, account_id, subject_id, is_file, leaf_index, payload, state)
ON CONFLICT (webhook_id, batch_event_id, leaf_index) DO NOTHING`

export const advance = 'UPDATE batch_events SET cursor = $2 WHERE id = $1'

export const endEvent = 'DELETE FROM batch_events WHERE id = $1'
