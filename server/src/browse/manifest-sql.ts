import { readable } from '../folders/access.js'

/** A folder of a manifest, including the manifest's own. */
export interface ManifestFolderRow {
  id: string
  parent_id: string
  name: string
}

/** The folder $1 and everything under it that the account $2 may read, without folders deleted by themselves. */
export const manifestFolders = `
WITH RECURSIVE under AS (
  SELECT f.id, f.parent_id, f.name, f.bin_id FROM folders f WHERE f.id = $1
   UNION ALL
  SELECT f.id, f.parent_id, f.name, f.bin_id FROM under u JOIN folders f ON f.parent_id = u.id
   WHERE f.bin_id IS NOT DISTINCT FROM u.bin_id AND ${readable('f', '$2')})
SELECT id, parent_id, name FROM under ORDER BY id`

/** A file of a manifest with the entry that recorded its current content. */
export interface ManifestFileRow {
  folder_id: string
  name: string
  filename: string
  code: string
  size: number
  digest: Buffer
  salt: Buffer
  details: never
  batch_id: string
  leaf_index: number
}

/** Oldest first, at most $2. */
export const manifestFiles = `
SELECT f.folder_id, f.name, v.filename, f.code, v.size, c.digest, c.salt, c.details, c.batch_id, c.leaf_index
  FROM files f JOIN file_versions v ON v.id = f.version_id JOIN changes c ON c.id = v.change_id
 WHERE f.folder_id = ANY($1::uuid[]) AND f.deleted_at IS NULL AND c.salt IS NOT NULL
 ORDER BY f.id LIMIT $2`
