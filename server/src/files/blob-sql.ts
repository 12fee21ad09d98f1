import type { Queryable } from '../base/db.js'

// Objects of the store that no row claims (table blob_leftovers): every object is either claimed by a version, or listed here.

const announce = `
INSERT INTO blob_leftovers (key, due_at) SELECT key, now() + $2 * interval '1 millisecond' FROM unnest($1::text[]) AS k(key)
ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`

/** Lists objects before they are there, or when they are claimed no more; after `dueMs` the sweep takes them. */
export async function announceBlobs(db: Queryable, keys: readonly string[], dueMs: number): Promise<void> {
  if (keys.length > 0) await db.execute(announce, [keys, dueMs])
}

const renew = `
UPDATE blob_leftovers SET due_at = now() + $2 * interval '1 millisecond' WHERE key = ANY($1::text[]) AND due_at > now()`

/** Puts off when the sweep takes objects that are still on their way. Returns how many it could put off. */
export function renewBlobs(db: Queryable, keys: readonly string[], dueMs: number): Promise<number> {
  return db.execute(renew, [keys, dueMs])
}

const claim = 'DELETE FROM blob_leftovers WHERE key = ANY($1::text[]) AND due_at > now()'

/** Claims objects for rows that are written in the same transaction. False: the sweep may have taken one of them. */
export async function claimBlobs(db: Queryable, keys: readonly string[]): Promise<boolean> {
  return (await db.execute(claim, [keys])) === keys.length
}

/** Objects whose time has come. Their rows are locked until the transaction ends, so that each is taken by one process. */
export const takeDue = `
SELECT key FROM blob_leftovers WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`

export const forgetBlobs = 'DELETE FROM blob_leftovers WHERE key = ANY($1::text[])'

const encrypt = `
INSERT INTO folders_to_encrypt (folder_id) VALUES ($1) ON CONFLICT (folder_id) DO UPDATE SET due_at = now()`

/** Marks a private folder in which something lies plain. */
export async function encryptLater(tx: Queryable, folderId: string): Promise<void> {
  await tx.execute(encrypt, [folderId])
}
