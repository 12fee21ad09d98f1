// The scrub's own row. Times are only written down and compared by the database.

/** A pass over all contents. */
export interface Pass {
  /** The last version it looked at. */
  after: string | null
  endedAt: Date | null
  objects: number
  bytes: number
}

export const beginFirst = 'INSERT INTO scrubs DEFAULT VALUES ON CONFLICT DO NOTHING'

/** Begins another pass when the last one has ended and began $1 milliseconds ago. */
export const beginDue = `
UPDATE scrubs SET began_at = now(), ended_at = NULL, after_version = NULL, objects = 0, bytes = 0
 WHERE ended_at IS NOT NULL AND began_at + $1 * interval '1 millisecond' <= now()`

export const currentPass = 'SELECT after_version AS after, ended_at AS "endedAt", objects, bytes FROM scrubs'

export const advancePass = 'UPDATE scrubs SET after_version = $1, objects = objects + $2, bytes = bytes + $3'

export const endPass = 'UPDATE scrubs SET ended_at = now()'

export const damagedVersions = `
SELECT id, file_id, blob, is_encrypted, size, digest FROM file_versions WHERE damage IS NOT NULL ORDER BY id LIMIT $1`
