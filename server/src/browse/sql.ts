// Statements about paths, counts, the bin and favourites.

import { currentFiles } from '../files/sql.js'
import type { BatchState } from '../ledger/batch-state.js'

/** A folder on the path from the top to another one. */
export interface StepRow {
  /** The end of the path. */
  to_id: string
  id: string
  name: string
  is_private: boolean
}

/** The paths from the top to the folders $1, including themselves. A folder's readers may read the folders above it. */
export const stepsTo = `
WITH RECURSIVE above AS (
  SELECT id AS to_id, id, parent_id, name, is_private, level FROM folders WHERE id = ANY($1::uuid[])
   UNION ALL
  SELECT a.to_id, p.id, p.parent_id, p.name, p.is_private, p.level FROM above a JOIN folders p ON p.id = a.parent_id)
SELECT to_id, id, name, is_private FROM above WHERE parent_id IS NOT NULL ORDER BY level`

/** The number of items directly in a folder. */
export interface AmountRow {
  id: string
  folders: number
  files: number
}

/** Items that aren't in the bin. With $2, private folders count too. */
export const amounts = `
SELECT d.id,
       (SELECT coalesce(sum(k.folders), 0)::bigint FROM folder_counts k
         WHERE k.scope = d.id AND NOT k.is_bin AND ($2 OR NOT k.is_private)) AS folders,
       (SELECT coalesce(sum(k.files), 0)::bigint FROM file_counts k WHERE k.folder_id = d.id AND NOT k.is_bin) AS files
  FROM unnest($1::uuid[]) AS d(id)`

/** The state of the entry that recorded a version. */
export interface AnchorRow {
  state: BatchState
  block_number: number | null
  block_time: Date | null
}

export const anchorOfVersion = `
SELECT b.state, b.block_number, k.time AS block_time
  FROM file_versions v JOIN changes c ON c.id = v.change_id JOIN batches b ON b.id = c.batch_id
  LEFT JOIN blocks k ON k.hash = b.block_hash
 WHERE v.id = $1`

/** A folder or file that was deleted by itself, not along with a folder above it. */
export interface BinRow {
  type: 'folder' | 'file'
  id: string
  name: string
  deleted_at: Date
  /** The folder it was in; at the top, the hidden root, whose name is empty. */
  from_id: string
  from_name: string
  size: number | null
  mimetype: string | null
}

/** Latest deletion first, after ($2, $3) if given. Leaves out what is in a deleted folder, because it is restored with the folder. */
export const binOf = `
SELECT * FROM (
  (SELECT 'folder' AS type, f.id, f.name, f.deleted_at, f.parent_id AS from_id, p.name AS from_name,
          NULL::bigint AS size, NULL AS mimetype
     FROM folders f JOIN folders p ON p.id = f.parent_id
    WHERE f.account_id = $1 AND f.bin_id = f.id AND NOT f.purging
      AND ($2::timestamptz IS NULL OR (f.deleted_at, f.id) < ($2, $3::uuid))
    ORDER BY f.deleted_at DESC, f.id DESC LIMIT $4::bigint + $5::bigint)
   UNION ALL
  (SELECT 'file', f.id, f.name, f.deleted_at, f.folder_id, d.name, v.size, v.mimetype
     FROM files f JOIN folders d ON d.id = f.folder_id JOIN file_versions v ON v.id = f.version_id
    WHERE f.account_id = $1 AND f.deleted_at IS NOT NULL AND d.deleted_at IS NULL
      AND ($2::timestamptz IS NULL OR (f.deleted_at, f.id) < ($2, $3::uuid))
    ORDER BY f.deleted_at DESC, f.id DESC LIMIT $4::bigint + $5::bigint)) AS bin
 ORDER BY deleted_at DESC, id DESC LIMIT $4 OFFSET $5`

export const binCount = `
SELECT (SELECT count(*) FROM (SELECT FROM folders f WHERE f.account_id = $1 AND f.bin_id = f.id AND NOT f.purging LIMIT $2) AS a)
     + (SELECT count(*) FROM (SELECT FROM files f JOIN folders d ON d.id = f.folder_id
         WHERE f.account_id = $1 AND f.deleted_at IS NOT NULL AND d.deleted_at IS NULL LIMIT $2) AS b) AS count`

const favourite = 'f.account_id = $1 AND f.is_favourite AND f.deleted_at IS NULL AND d.deleted_at IS NULL'

/** Newest first, after the file $2 if given. */
export const favouritesOf = `
${currentFiles} WHERE ${favourite} AND ($2::uuid IS NULL OR f.id < $2) ORDER BY f.id DESC LIMIT $3 OFFSET $4`

export const favouriteCount = `
SELECT count(*)::bigint AS count FROM (
  SELECT FROM files f JOIN folders d ON d.id = f.folder_id WHERE ${favourite} LIMIT $2) AS found`
