import type { Database } from '../../base/database/db.js'
import { type Damage, damageOf } from '../../storage/damage.js'
import type { BlobRef, Vault } from './vault.js'

/** A stored object that a row claims, with the file or upload it belongs to. */
export interface Claimed extends BlobRef {
  kind: 'content' | 'thumbnail' | 'part'
  /** The file's ID; of a part, the upload's. */
  owner: string
  /** The version's ID; of a part, the upload's. */
  within: string
}

/** Result of a look at an object; `gone` when its row went or moved to another object meanwhile. */
export type Look = { found: 'good' | 'gone' } | { found: Damage; error: Error }

/** A version with its objects. */
interface VersionRow extends BlobRef {
  id: string
  file_id: string
  thumbnail: string | null
  thumbnail_size: number | null
  thumbnail_digest: Buffer | null
}

const versionsAfter = `
SELECT id, file_id, blob, is_encrypted, size, digest, thumbnail, thumbnail_size, thumbnail_digest
  FROM file_versions WHERE id > $1 ORDER BY id LIMIT $2`

const partsAfter = `
SELECT upload_id, start, size, blob FROM upload_parts
 WHERE (upload_id, start) > ($1, $2) ORDER BY upload_id, start LIMIT $3`

const isClaimed = `
SELECT EXISTS (SELECT FROM file_versions WHERE blob = $1) OR EXISTS (SELECT FROM file_versions WHERE thumbnail = $1)
    OR EXISTS (SELECT FROM upload_parts WHERE blob = $1) AS claimed`

/** Before every other. */
const firstId = '00000000-0000-0000-0000-000000000000'
const atOnce = 100

/** Returns the objects of the versions after one, in the order of versions; none at the end. */
export async function contentsAfter(database: Database, version: string | null): Promise<Claimed[]> {
  return (await database.query<VersionRow>(versionsAfter, [version ?? firstId, atOnce])).flatMap(objectsOf)
}

/** Yields all objects that rows claim: contents, thumbnails, parts of uploads. */
export async function* claimedObjects(database: Database): AsyncGenerator<Claimed, void, undefined> {
  for (let last: string | null = null; ; ) {
    const objects: Claimed[] = await contentsAfter(database, last)
    yield* objects
    last = objects.at(-1)?.within ?? null
    if (last === null) break
  }
  for (let last: PartRow | undefined; ; ) {
    const after = [last?.upload_id ?? firstId, last?.start ?? 0]
    const rows: PartRow[] = await database.query<PartRow>(partsAfter, [...after, atOnce])
    for (const { upload_id: owner, blob, size } of rows)
      yield { kind: 'part', owner, within: owner, blob, size, is_encrypted: true, digest: null }
    last = rows.at(-1)
    if (!last) return
  }
}

interface PartRow {
  upload_id: string
  start: number
  size: number
  blob: string
}

function objectsOf(row: VersionRow): Claimed[] {
  const { id: within, file_id: owner, is_encrypted, thumbnail } = row
  const content: Claimed = {
    kind: 'content',
    owner,
    within,
    blob: row.blob,
    size: row.size,
    is_encrypted,
    digest: row.digest,
  }
  if (thumbnail === null || row.thumbnail_size === null) return [content]
  const [size, digest] = [row.thumbnail_size, row.thumbnail_digest]
  return [content, { kind: 'thumbnail', owner, within, blob: thumbnail, size, is_encrypted, digest }]
}

/**
 * Reads an object to its end and compares it with what was recorded.
 *
 * @param onBytes called with the length of each piece, and awaited
 * @throws when the store can't be read at all, and what `onBytes` throws
 */
export async function look(
  { database, vault }: { database: Database; vault: Vault },
  ref: BlobRef,
  onBytes: (bytes: number) => Promise<void> | void,
): Promise<Look> {
  try {
    for await (const piece of vault.read(ref)) await onBytes(piece.length)
    return { found: 'good' }
  } catch (error) {
    const found = damageOf(error) ?? (await unreadable(vault, error))
    const [row] = await database.query<{ claimed: boolean }>(isClaimed, [ref.blob])
    return row?.claimed ? { found, error: error as Error } : { found: 'gone' }
  }
}

/** An object that can't be read while the rest of the store can. @throws the error when it is no more than the store being away */
async function unreadable({ store }: Vault, error: unknown): Promise<Damage> {
  const isOfStore = (error as { code?: unknown }).code === 'unavailable'
  if (!isOfStore || (await store.readinessProblems()).length > 0) throw error
  return 'unreadable'
}
