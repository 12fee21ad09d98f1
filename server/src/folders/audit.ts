import type { JsonValue } from '@tallystick/proof'
import type { Database } from '../base/database/db.js'
import type { Auditor } from '../base/room.js'
import { entryLeaf } from '../ledger/entry.js'
import { AuditError } from '../ledger/proofs/audit.js'

interface ChangeRow {
  leaf_index: number
  digest: Buffer | null
  salt: Buffer | null
  details: Record<string, JsonValue> | null
}

const changesOfBatch = 'SELECT leaf_index, digest, salt, details FROM changes WHERE batch_id = $1'

const strayChange = `
SELECT id, batch_id FROM changes c WHERE NOT EXISTS (SELECT FROM batches b WHERE b.id = c.batch_id) LIMIT 1`

/** The columns by which a change is found, and its time, must match what was recorded. */
const changedChange = `
SELECT id FROM changes
 WHERE salt IS NOT NULL AND (
   (subject, subject_id::text, action, account_id::text) IS DISTINCT FROM
     (details->>'subject', details->>'id', details->>'action', details->>'userId')
   OR ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint <>
     round(extract(epoch FROM (details->>'at')::timestamptz) * 1000))
 LIMIT 1`

/** Recorded details may only be missing when the purge of their subject was recorded; its own are erased when its certificate expires. */
const missingPurge = `
SELECT c.subject, c.subject_id FROM changes c
 WHERE c.salt IS NULL AND NOT EXISTS (
   SELECT FROM changes p WHERE p.subject_id = c.subject_id AND p.action = 'purged')
 LIMIT 1`

/** A folder must match the last entry about its state. */
const changedFolder = `
SELECT f.id FROM folders f
  LEFT JOIN LATERAL (
    SELECT details FROM changes c WHERE c.subject_id = f.id AND c.details->>'folderName' IS NOT NULL
     ORDER BY c.id DESC LIMIT 1) last ON true
 WHERE f.parent_id IS NOT NULL AND (
   f.name IS DISTINCT FROM last.details->>'folderName'
   OR f.parent_id::text IS DISTINCT FROM last.details->>'parentFolderId'
   OR (CASE WHEN f.own_private THEN 'private' ELSE 'public' END) IS DISTINCT FROM last.details->>'folderType')
 LIMIT 1`

/** A folder exists until it is purged, and is in the bin on its own when its last entry says so. */
const missingFolder = `
SELECT c.subject_id AS id FROM changes c
 WHERE c.subject = 'folder' AND c.action = 'created' AND c.salt IS NOT NULL
   AND NOT EXISTS (SELECT FROM folders f WHERE f.id = c.subject_id) LIMIT 1`
const wrongBin = `
SELECT f.id FROM folders f
  LEFT JOIN LATERAL (
    SELECT action FROM changes c WHERE c.subject_id = f.id AND c.action IN ('binned', 'restored')
     ORDER BY c.id DESC LIMIT 1) last ON true
 WHERE NOT f.purging AND coalesce(f.bin_id = f.id, false) <> coalesce(last.action = 'binned', false) LIMIT 1`

/** Derived columns must follow from the parent's row. */
const wrongDerived = `
SELECT f.id FROM folders f JOIN folders p ON p.id = f.parent_id
 WHERE f.level <> p.level + 1 OR f.is_private <> (f.own_private OR p.is_private) OR f.account_id <> p.account_id
    OR (p.deleted_at IS NOT NULL AND f.deleted_at IS NULL) OR (p.purging AND NOT f.purging)
 LIMIT 1`

const wrongCount = `
WITH counted AS (
  SELECT s.scope, f.is_private, f.deleted_at IS NOT NULL AS is_bin, count(*) AS folders
    FROM folders f, LATERAL (VALUES (f.account_id), (f.parent_id)) AS s(scope)
   WHERE f.parent_id IS NOT NULL AND NOT f.purging GROUP BY 1, 2, 3)
SELECT scope, coalesce(k.folders, 0)::bigint AS kept, coalesce(c.folders, 0)::bigint AS counted
  FROM folder_counts k FULL JOIN counted c USING (scope, is_private, is_bin)
 WHERE coalesce(k.folders, 0) <> coalesce(c.folders, 0) LIMIT 1`

/**
 * Audits changes and folders: each recorded change must give the leaf that was anchored, each folder must match its last entry, and
 * the derived columns of its row must match the tree.
 */
export function changeAuditor(database: Database): Auditor {
  const first = async <Row>(text: string) => (await database.query<Row>(text))[0]
  return {
    async leaves(batchId) {
      const rows = await database.query<ChangeRow>(changesOfBatch, [batchId])
      return new Map(rows.map((row) => [row.leaf_index, leafOf(row)]))
    },

    async totals() {
      const stray = await first<{ id: string; batch_id: string }>(strayChange)
      if (stray) throw new AuditError(`change ${stray.id}: its batch ${stray.batch_id} is missing`)
      const altered = await first<{ id: string }>(changedChange)
      if (altered) throw new AuditError(`change ${altered.id}: it differs from what was recorded`)
      const purged = await first<{ subject: string; subject_id: string }>(missingPurge)
      if (purged) throw new AuditError(`${purged.subject} ${purged.subject_id}: erased, but no purge was recorded`)
      const changed = await first<{ id: string }>(changedFolder)
      if (changed) throw new AuditError(`folder ${changed.id}: it differs from what was last recorded`)
      const missing = await first<{ id: string }>(missingFolder)
      if (missing) throw new AuditError(`folder ${missing.id}: it is missing`)
      const bin = await first<{ id: string }>(wrongBin)
      if (bin) throw new AuditError(`folder ${bin.id}: its bin state differs from what was last recorded`)
      const derived = await first<{ id: string }>(wrongDerived)
      if (derived)
        throw new AuditError(`folder ${derived.id}: its level, type or bin state contradicts its parent folder`)
      const wrong = await first<{ scope: string; kept: number; counted: number }>(wrongCount)
      if (wrong) {
        throw new AuditError(`${wrong.scope}: its counter is ${wrong.kept} folders, but ${wrong.counted} exist`)
      }
    },
  }
}

/** Returns the leaf of a change; null when it was purged. */
function leafOf({ digest, salt, details }: ChangeRow): Uint8Array | null {
  return digest && salt && details ? entryLeaf({ digest, salt, details }) : null
}
