import type { Tx } from '../base/db.js'

/** An upload as far as it has come. */
export interface UploadRow {
  id: string
  account_id: string
  fields: Record<string, string>
  metadata: string
  size: number
  received: number
  file_id: string | null
  version_id: string | null
  updated_at: Date
}

/** A run of bytes of an upload, as an encrypted object of the store. */
export interface PartRow {
  start: number
  size: number
  blob: string
}

export const insertUpload = `
INSERT INTO uploads (id, account_id, fields, metadata, size) VALUES ($1, $2, $3, $4, $5)`

export const uploadOfAccount = `
SELECT id, account_id, fields, metadata, size, received, file_id, version_id, updated_at
  FROM uploads WHERE id = $1 AND account_id = $2`

export const countOpen = 'SELECT count(*)::int AS count FROM uploads WHERE account_id = $1 AND file_id IS NULL'

export const partsOf = 'SELECT start, size, blob FROM upload_parts WHERE upload_id = $1 ORDER BY start'

export const countParts = 'SELECT count(*)::int AS count FROM upload_parts WHERE upload_id = $1'

export const insertPart = 'INSERT INTO upload_parts (upload_id, start, size, blob) VALUES ($1, $2, $3, $4)'

/** Compare-and-swap: only for who holds the lock, and has seen all that came before. */
export const advance = `
UPDATE uploads SET received = received + $4, updated_at = now()
 WHERE id = $1 AND lock_token = $2 AND received = $3 AND file_id IS NULL`

/** Compare-and-swap: an upload becomes one file. */
export const complete = `
UPDATE uploads SET file_id = $3, version_id = $4, updated_at = now()
 WHERE id = $1 AND lock_token = $2 AND file_id IS NULL AND received = size`

// A token is given anew each time, and an old one never fits again.
export const takeLock = `
UPDATE uploads SET lock_token = $2, lock_until = clock_timestamp() + $3 * interval '1 millisecond', lock_wanted = false
 WHERE id = $1 AND lock_until < clock_timestamp()`

export const askForLock = 'UPDATE uploads SET lock_wanted = true WHERE id = $1'

export const renewLocks = `
UPDATE uploads u SET lock_until = clock_timestamp() + $3 * interval '1 millisecond'
  FROM unnest($1::uuid[], $2::uuid[]) AS held(id, token)
 WHERE u.id = held.id AND u.lock_token = held.token
RETURNING u.lock_token AS token, u.lock_wanted AS wanted`

export const releaseLock = `
UPDATE uploads SET lock_token = NULL, lock_until = '-infinity' WHERE id = $1 AND lock_token = $2`

export const expired = `
SELECT id FROM uploads
 WHERE updated_at < now() - $1 * interval '1 millisecond' AND lock_until < clock_timestamp()
 ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED`

const dropParts = `
WITH dropped AS (DELETE FROM upload_parts WHERE upload_id = ANY($1::uuid[]) RETURNING blob)
INSERT INTO blob_leftovers (key, due_at) SELECT blob, now() FROM dropped
ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`

const deleteUploads = 'DELETE FROM uploads WHERE id = ANY($1::uuid[])'

/** Gives the parts of uploads to the sweep. */
export async function forgetParts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(dropParts, [ids])
}

/** Forgets uploads; their parts go to the sweep. Returns how many there were. */
export async function forgetUploads(tx: Tx, ids: readonly string[]): Promise<number> {
  await forgetParts(tx, ids)
  return tx.execute(deleteUploads, [ids])
}
