import type { Database } from '../base/database/db.js'
import type { Auditor } from '../base/room.js'
import { AuditError } from '../ledger/proofs/audit.js'

/** A version must match the content, file and number that its entry recorded. */
const changedVersion = `
SELECT v.id FROM file_versions v LEFT JOIN changes c ON c.id = v.change_id
 WHERE c.digest IS DISTINCT FROM v.digest OR c.subject_id IS DISTINCT FROM v.file_id
    OR c.details->>'versionId' IS DISTINCT FROM v.id::text OR (c.details->>'size')::bigint IS DISTINCT FROM v.size
    OR (c.details->>'version')::integer IS DISTINCT FROM v.number
 LIMIT 1`

/** A recorded content may only be missing when it was purged. */
const missingVersion = `
SELECT c.subject_id AS id FROM changes c
 WHERE c.subject = 'file' AND c.action IN ('created', 'content') AND c.salt IS NOT NULL
   AND NOT EXISTS (SELECT FROM file_versions v WHERE v.change_id = c.id) LIMIT 1`

/** A file must match its entries, applied in order. Fields without an entry, such as a description never changed, can't be checked. */
const changedFile = `
SELECT f.id FROM files f, LATERAL (
  SELECT jsonb_object_agg(e.key, e.value ORDER BY c.id) AS state,
         max(c.details->>'owner') FILTER (WHERE c.action = 'created') AS uploaded_by,
         (array_agg(c.action ORDER BY c.id DESC) FILTER (WHERE c.action IN ('binned', 'restored')))[1] AS last_move
    FROM changes c, jsonb_each(c.details::jsonb) e WHERE c.subject_id = f.id) c
 WHERE f.name IS DISTINCT FROM state->>'name' OR f.code IS DISTINCT FROM state->>'code'
    OR f.account_id::text IS DISTINCT FROM state->>'userId' OR f.uploaded_by IS DISTINCT FROM c.uploaded_by
    OR (f.deleted_at IS NOT NULL) <> coalesce(last_move = 'binned', false)
    OR (state ? 'description' AND f.description <> state->>'description')
    OR (state ? 'folderId' AND f.folder_id::text <> state->>'folderId')
    OR (state ? 'isFavourite' AND f.is_favourite <> (state->>'isFavourite')::boolean)
    OR (state ? 'lat' AND f.latitude IS DISTINCT FROM (state->>'lat')::double precision)
    OR (state ? 'long' AND f.longitude IS DISTINCT FROM (state->>'long')::double precision)
 LIMIT 1`

const wrongVersions = `
SELECT f.id FROM files f
  LEFT JOIN LATERAL (SELECT count(*) AS versions, max(number) AS number FROM file_versions v WHERE v.file_id = f.id) c ON true
  LEFT JOIN file_versions v ON v.id = f.version_id
 WHERE c.versions <> f.versions OR v.file_id IS DISTINCT FROM f.id OR v.number IS DISTINCT FROM c.number LIMIT 1`

const wrongCount = `
WITH counted AS (SELECT folder_id, deleted_at IS NOT NULL AS is_bin, count(*) AS files FROM files GROUP BY 1, 2)
SELECT folder_id, coalesce(k.files, 0)::bigint AS kept, coalesce(c.files, 0)::bigint AS counted
  FROM file_counts k FULL JOIN counted c USING (folder_id, is_bin)
 WHERE coalesce(k.files, 0) <> coalesce(c.files, 0) LIMIT 1`

const wrongUsage = `
WITH counted AS (SELECT f.account_id, sum(v.size + coalesce(v.thumbnail_size, 0))::bigint AS bytes
                   FROM file_versions v JOIN files f ON f.id = v.file_id GROUP BY 1)
SELECT account_id, coalesce(u.stored_bytes, 0)::bigint AS kept, coalesce(c.bytes, 0)::bigint AS counted
  FROM account_usage u FULL JOIN counted c USING (account_id)
 WHERE coalesce(u.stored_bytes, 0) <> coalesce(c.bytes, 0) LIMIT 1`

const strayFile = `
SELECT f.id FROM files f JOIN folders d ON d.id = f.folder_id WHERE d.account_id <> f.account_id OR d.parent_id IS NULL LIMIT 1`

/** Audits files. Their changes are recomputed by the audit of folders. */
export function fileAuditor(database: Database): Auditor {
  const first = async <Row>(text: string) => (await database.query<Row>(text))[0]
  return {
    leaves: async () => new Map(),

    async totals() {
      const version = await first<{ id: string }>(changedVersion)
      if (version) throw new AuditError(`version ${version.id}: its content differs from what was recorded`)
      const missing = await first<{ id: string }>(missingVersion)
      if (missing) throw new AuditError(`file ${missing.id}: the file or its content is missing`)
      const file = await first<{ id: string }>(changedFile)
      if (file) throw new AuditError(`file ${file.id}: it differs from what was last recorded`)
      const versions = await first<{ id: string }>(wrongVersions)
      if (versions) throw new AuditError(`file ${versions.id}: its version count is wrong`)
      const stray = await first<{ id: string }>(strayFile)
      if (stray) throw new AuditError(`file ${stray.id}: it is not in a folder of its owner`)
      const used = await first<{ account_id: string; kept: number; counted: number }>(wrongUsage)
      if (used) {
        throw new AuditError(
          `account ${used.account_id}: its counter is ${used.kept} stored bytes, but ${used.counted} exist`,
        )
      }
      const wrong = await first<{ folder_id: string; kept: number; counted: number }>(wrongCount)
      if (wrong) {
        throw new AuditError(
          `folder ${wrong.folder_id}: its counter is ${wrong.kept} files, but ${wrong.counted} exist`,
        )
      }
    },
  }
}
