import type { Tx } from '../base/database/db.js'
import { isLapsed } from '../base/database/leases.js'

/** An upload and its progress. */
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

/** A consecutive part of an upload, stored as an encrypted object. */
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

export const partsOf = 'SELECT start, size, blob FROM upload_parts WHERE upload_id = $1 ORDER BY start'

export const countParts = 'SELECT count(*)::int AS count FROM upload_parts WHERE upload_id = $1'

export const insertPart = 'INSERT INTO upload_parts (upload_id, start, size, blob) VALUES ($1, $2, $3, $4)'

/** Compare-and-swap: only for the holder of the lock, at the current offset. */
export const advance = `
UPDATE uploads SET received = received + $4, updated_at = now()
 WHERE id = $1 AND lock_token = $2 AND received = $3 AND file_id IS NULL`

/** Compare-and-swap: an upload becomes a single file. */
export const complete = `
UPDATE uploads SET file_id = $3, version_id = $4, updated_at = now()
 WHERE id = $1 AND lock_token = $2 AND file_id IS NULL AND received = size`

// Every lock has a new token, so an old holder's writes never match.
export const takeLock = `
UPDATE uploads SET lock_token = $2, lock_until = clock_timestamp() + $3 * interval '1 millisecond', lock_wanted = false
 WHERE id = $1 AND ${isLapsed('lock_until', '$3')}`

export const requestLock = 'UPDATE uploads SET lock_wanted = true WHERE id = $1'

export const renewLocks = `
UPDATE uploads u SET lock_until = clock_timestamp() + $3 * interval '1 millisecond'
  FROM unnest($1::uuid[], $2::uuid[]) AS held(id, token)
 WHERE u.id = held.id AND u.lock_token = held.token
RETURNING u.lock_token AS token, u.lock_wanted AS wanted`

export const releaseLock = `
UPDATE uploads SET lock_token = NULL, lock_until = '-infinity' WHERE id = $1 AND lock_token = $2`

export const expired = `
SELECT id FROM uploads
 WHERE updated_at < $1 AND lock_until < clock_timestamp()
 ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED`

const partsToSweep = `
WITH deleted AS (DELETE FROM upload_parts WHERE upload_id = ANY($1::uuid[]) RETURNING blob)
INSERT INTO blob_leftovers (key, due_at) SELECT blob, now() FROM deleted
ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`

/** Deletes the parts of uploads; the sweep deletes their objects. */
export async function deleteParts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(partsToSweep, [ids])
}

/** Deletes uploads with their parts. Returns how many uploads there were. */
export async function deleteUploads(tx: Tx, ids: readonly string[]): Promise<number> {
  await deleteParts(tx, ids)
  return tx.execute('DELETE FROM uploads WHERE id = ANY($1::uuid[])', [ids])
}
