import type { Logger } from 'pino'
import type { Database } from '../../base/database/db.js'
import { damageOf } from '../../storage/damage.js'
import { addLeftovers, claimBlobs } from './sql.js'
import type { BlobRef, StoredBlob, Vault } from './vault.js'

/** A version whose content is damaged. */
export interface DamagedVersion extends BlobRef {
  id: string
  file_id: string
  digest: Buffer
}

/** Versions of the same content, in whatever account: the digest says that they are equal. */
const twins = `
SELECT blob, is_encrypted, size, digest FROM file_versions
 WHERE digest = $1 AND size = $2 AND blob <> $3 AND damage IS NULL ORDER BY id LIMIT 5`

const swap = 'UPDATE file_versions SET blob = $3, damage = NULL WHERE id = $1 AND blob = $2'

/** The damaged object may still help an operator for this time. */
const keptMs = 7 * 86_400_000

/**
 * Replaces a damaged content by a copy: of another version with the same content, or an earlier version of the object in a bucket that
 * keeps them. The copy is compared with the digest before the version moves to it.
 *
 * @returns whether one was found
 */
export async function repair(
  { database, vault, logger }: { database: Database; vault: Vault; logger: Logger },
  version: DamagedVersion,
): Promise<boolean> {
  for await (const { from, content } of copiesOf(database, vault, version)) {
    try {
      const stored = await vault.keep(content, version.is_encrypted)
      if (!(await moved(database, vault, version, stored))) return false
      const { id: versionId, file_id: fileId, blob: key } = version
      logger.warn({ versionId, fileId, key, from }, 'restored the content of a file from another copy')
      return true
    } catch (error) {
      // This copy is no better. A full disk or a store that is away is another matter.
      if (damageOf(error) === null) throw error
    }
  }
  return false
}

async function* copiesOf(
  database: Database,
  vault: Vault,
  version: DamagedVersion,
): AsyncGenerator<{ from: string; content: AsyncIterable<Uint8Array> }, void, undefined> {
  for (const twin of await database.query<BlobRef>(twins, [version.digest, version.size, version.blob]))
    yield { from: twin.blob, content: vault.read(twin) }
  for await (const { id, get } of vault.store.earlier(version.blob))
    yield { from: `version ${id} of the object`, content: vault.read(version, undefined, get) }
}

/** Moves a version to another object. Returns false when the version went, or moved on its own. */
async function moved(
  database: Database,
  vault: Vault,
  { id, blob }: DamagedVersion,
  { key }: StoredBlob,
): Promise<boolean> {
  let isMoved = false
  try {
    isMoved = await database.transaction(async (tx) => {
      if ((await tx.execute(swap, [id, blob, key])) === 0) return false
      if (!(await claimBlobs(tx, [key]))) throw new Error('a restored object was swept')
      await addLeftovers(tx, [blob], keptMs)
      return true
    })
    return isMoved
  } finally {
    if (isMoved) vault.claimed(key)
    else await vault.delete(key)
  }
}
