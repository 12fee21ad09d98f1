// Statements about paths, counts, the bin and favourites.

import { lastUuid } from '../base/ids.js'
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

/** A folder or file that was deleted on its own, not along with a folder above it. */
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

const binnedFolder = 'f.account_id = $1 AND f.bin_id = f.id AND NOT f.purging'
const binnedFile = 'f.account_id = $1 AND f.deleted_at IS NOT NULL AND d.deleted_at IS NULL'

/**
 * Latest deletion first, after ($2, $3) if given, with the count up to $6: one statement, so both are of the same moment. Leaves out
 * what is in a deleted folder, because it is restored with the folder. Pages by number ($5 rows precede) reach as far as the count.
 */
export const binOf = `
WITH counted AS MATERIALIZED (
  SELECT least($6::bigint,
      (SELECT count(*) FROM (SELECT FROM folders f WHERE ${binnedFolder} LIMIT $6::bigint) AS a)
    + (SELECT count(*) FROM (SELECT FROM files f JOIN folders d ON d.id = f.folder_id WHERE ${binnedFile} LIMIT $6::bigint) AS b)) AS count),
shown AS MATERIALIZED (
  SELECT type, id, deleted_at FROM (
    (SELECT 'folder' AS type, f.id, f.deleted_at FROM folders f
      WHERE ${binnedFolder} AND (f.deleted_at, f.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, '${lastUuid}'))
      ORDER BY f.deleted_at DESC, f.id DESC LIMIT $4::bigint + $5::bigint)
     UNION ALL
    (SELECT 'file', f.id, f.deleted_at FROM files f JOIN folders d ON d.id = f.folder_id
      WHERE ${binnedFile} AND (f.deleted_at, f.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, '${lastUuid}'))
      ORDER BY f.deleted_at DESC, f.id DESC LIMIT $4::bigint + $5::bigint)) AS bin
   ORDER BY deleted_at DESC, id DESC
   LIMIT (SELECT CASE WHEN $2::timestamptz IS NULL AND $5::bigint >= count THEN 0 ELSE $4::bigint END FROM counted) OFFSET $5::bigint)
SELECT counted.count AS list_count, r.*
  FROM counted LEFT JOIN (
    SELECT shown.type, shown.id, shown.deleted_at, i.*
      FROM shown, LATERAL (
        (SELECT f.name, f.parent_id AS from_id, p.name AS from_name, NULL::bigint AS size, NULL AS mimetype
           FROM folders f JOIN folders p ON p.id = f.parent_id WHERE f.id = shown.id AND shown.type = 'folder' LIMIT 1)
         UNION ALL
        (SELECT f.name, f.folder_id, d.name, v.size, v.mimetype
           FROM files f JOIN folders d ON d.id = f.folder_id JOIN file_versions v ON v.id = f.version_id
          WHERE f.id = shown.id AND shown.type = 'file' LIMIT 1)) AS i) AS r ON true
 ORDER BY r.deleted_at DESC NULLS LAST, r.id DESC`

/** Files that an account added last. Of those, the newest 500 are looked at, so that a large folder in the bin costs no more. */
export const recentOf = `
SELECT f.id FROM (SELECT id, folder_id FROM files WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 500) AS f
 WHERE (SELECT d.deleted_at IS NULL FROM folders d WHERE d.id = f.folder_id) ORDER BY f.id DESC LIMIT 10`

/** An account's favourite files, of which none is in the bin. */
export const favouritesOf = `files i WHERE i.account_id = $1 AND i.is_favourite AND i.deleted_at IS NULL
   AND (SELECT d.deleted_at IS NULL FROM folders d WHERE d.id = i.folder_id)`
