import type { Database } from '../../base/database/db.js'
import { addLeftovers, claimBlobs } from './sql.js'
import type { BlobRef, StoredBlob, Vault } from './vault.js'

interface Plain extends Omit<BlobRef, 'digest'> {
  id: string
  thumbnail: string | null
  thumbnail_size: number | null
}

const takeFolder = `
UPDATE folders_to_encrypt SET due_at = now() + interval '5 minutes'
 WHERE folder_id = (SELECT folder_id FROM folders_to_encrypt WHERE due_at <= now() ORDER BY due_at LIMIT 1
                       FOR UPDATE SKIP LOCKED)
RETURNING folder_id, due_at::text`

const plainVersions = `
SELECT v.id, v.blob, v.is_encrypted, v.size, v.thumbnail, v.thumbnail_size
  FROM folders d JOIN files f ON f.folder_id = d.id JOIN file_versions v ON v.file_id = f.id
 WHERE d.id = $1 AND d.is_private AND NOT v.is_encrypted AND coalesce(v.damage, 'changed') = 'changed'
 LIMIT $2`

/** Unless a file was added in the meantime, which changed the time. */
const unmarkFolder = 'DELETE FROM folders_to_encrypt WHERE folder_id = $1 AND due_at = $2::timestamptz'

const swap = `
UPDATE file_versions SET blob = $3, thumbnail = $5, is_encrypted = true
 WHERE id = $1 AND blob = $2 AND thumbnail IS NOT DISTINCT FROM $4 AND NOT is_encrypted`

const versionsAtOnce = 20
/** Readers of the plain object may finish within this time. */
const readersMs = 60_000

/**
 * Encrypts the plain objects of one folder that has become private. Encrypted objects stay encrypted, even when the folder becomes
 * public again.
 *
 * @returns whether there may be more to do
 */
export async function encryptStep(database: Database, vault: Vault): Promise<boolean> {
  const [folder] = await database.query<{ folder_id: string; due_at: string }>(takeFolder)
  if (!folder) return false
  for (;;) {
    const versions = await database.query<Plain>(plainVersions, [folder.folder_id, versionsAtOnce])
    if (versions.length === 0) break
    for (const version of versions) await encryptVersion(database, vault, version)
  }
  await database.execute(unmarkFolder, [folder.folder_id, folder.due_at])
  return true
}

async function encryptVersion(database: Database, vault: Vault, version: Plain): Promise<void> {
  const stored: StoredBlob[] = []
  const { blob, thumbnail, thumbnail_size } = version
  let reading = blob
  let isSwapped = false
  try {
    // Changed bytes must not stay open either. The row's digest still tells that they are wrong.
    stored.push(await vault.keep(await vault.asStored(version), true))
    if (thumbnail !== null) {
      reading = thumbnail
      const ref = { blob: thumbnail, is_encrypted: false, size: thumbnail_size ?? 0 }
      stored.push(await vault.keep(await vault.asStored(ref), true))
    }
    const keys = stored.map(({ key }) => key)
    isSwapped = await database.transaction(async (tx) => {
      if ((await tx.execute(swap, [version.id, blob, keys[0], thumbnail, keys[1] ?? null])) === 0) return false
      if (!(await claimBlobs(tx, keys))) throw new Error('an encrypted object was swept')
      await addLeftovers(tx, thumbnail === null ? [blob] : [blob, thumbnail], readersMs)
      return true
    })
  } catch (error) {
    // Encrypted once it can be read again.
    if (!(await vault.noteDamage(reading, error))) throw error
  } finally {
    for (const { key } of stored) {
      if (isSwapped) vault.claimed(key)
      else await vault.delete(key)
    }
  }
}
