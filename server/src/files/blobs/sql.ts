import type { Queryable } from '../../base/database/db.js'

// Every object of the store is either claimed by a row, or a leftover: a row of blob_leftovers.

const add = `
INSERT INTO blob_leftovers (key, due_at) SELECT key, now() + $2 * interval '1 millisecond' FROM unnest($1::text[]) AS k(key)
ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`

/** Adds leftovers: objects about to be written, or no longer claimed. The sweep deletes them after `dueMs`. */
export async function addLeftovers(db: Queryable, keys: readonly string[], dueMs: number): Promise<void> {
  if (keys.length > 0) await db.execute(add, [keys, dueMs])
}

// Waits for none: a claim locks two, in an order of its own, and would wait for this one in turn. A locked one is being claimed.
const renew = `
UPDATE blob_leftovers SET due_at = now() + $2 * interval '1 millisecond'
 WHERE key = ANY (ARRAY(
   SELECT key FROM blob_leftovers WHERE key = ANY($1::text[]) AND due_at > now() FOR UPDATE SKIP LOCKED))`

/** Postpones the sweep of objects that are still being written, but for those that are being claimed. Returns how many it postponed. */
export function renewLeftovers(db: Queryable, keys: readonly string[], dueMs: number): Promise<number> {
  return db.execute(renew, [keys, dueMs])
}

const claim = 'DELETE FROM blob_leftovers WHERE key = ANY($1::text[]) AND due_at > now()'

/** Claims objects for rows of the same transaction. Returns false when the sweep may have deleted one of them. */
export async function claimBlobs(db: Queryable, keys: readonly string[]): Promise<boolean> {
  return (await db.execute(claim, [keys])) === keys.length
}

/** Due leftovers, locked until the transaction ends, so that one process handles each. */
export const takeDue = `
SELECT key FROM blob_leftovers WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`

export const removeLeftovers = 'DELETE FROM blob_leftovers WHERE key = ANY($1::text[])'

/** Whether objects may be deleted in this transaction: no backup is running. */
export const maySweep = 'SELECT pg_try_advisory_xact_lock_shared($1) AS may'

/** The keys of all objects that rows claim. */
export const claimedBlobs = `
SELECT blob FROM file_versions
 UNION ALL SELECT thumbnail FROM file_versions WHERE thumbnail IS NOT NULL
 UNION ALL SELECT blob FROM upload_parts`

/** The keys of plain contents, among $1, whose objects have another SHA-256 ($2, hex) than was recorded. */
export const otherContents = `
SELECT c.key FROM unnest($1::text[], $2::text[]) AS c(key, sha256) JOIN file_versions v ON v.blob = c.key
 WHERE NOT v.is_encrypted AND v.digest <> decode(c.sha256, 'hex')`

const encrypt = `
INSERT INTO folders_to_encrypt (folder_id) VALUES ($1) ON CONFLICT (folder_id) DO UPDATE SET due_at = now()`

/** Marks a private folder that may contain plain objects. */
export async function encryptLater(tx: Queryable, folderId: string): Promise<void> {
  await tx.execute(encrypt, [folderId])
}
