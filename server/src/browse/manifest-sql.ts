import { readable } from '../folders/access.js'

/** A folder of a manifest, including the manifest's own. */
export interface ManifestFolderRow {
  id: string
  parent_id: string
  name: string
}

// LATERAL with OFFSET 0 or LIMIT 1 always follows an index. Joins were planned as scans of all folders for each level, and of all files.

/** The folders $1 and everything under them that the account $2 may read, without folders deleted on their own. */
export const manifestFolders = `
WITH RECURSIVE under AS (
  SELECT f.id, f.parent_id, f.name, f.bin_id FROM folders f WHERE f.id = ANY($1::uuid[])
   UNION
  SELECT c.id, c.parent_id, c.name, c.bin_id FROM under u, LATERAL (
    SELECT f.id, f.parent_id, f.name, f.bin_id FROM folders f
     WHERE f.parent_id = u.id AND f.bin_id IS NOT DISTINCT FROM u.bin_id AND ${readable('f', '$2')} OFFSET 0) c)
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
  FROM (SELECT i.* FROM unnest($1::uuid[]) AS d(id), LATERAL (
          SELECT id, folder_id, name, code, version_id FROM files
           WHERE folder_id = d.id AND deleted_at IS NULL ORDER BY id LIMIT $2) i
         ORDER BY i.id LIMIT $2) f,
       LATERAL (SELECT filename, size, change_id FROM file_versions WHERE id = f.version_id LIMIT 1) v,
       LATERAL (SELECT digest, salt, details, batch_id, leaf_index FROM changes WHERE id = v.change_id LIMIT 1) c
 WHERE c.salt IS NOT NULL
 ORDER BY f.id`
