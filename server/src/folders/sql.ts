import { rowTime } from '../base/database/row-time.js'
// Statements about folders. Access is in access.ts, changes in changes.ts.

/** A folder as stored. */
export interface FolderRow {
  id: string
  account_id: string
  /** Null for the hidden root. */
  parent_id: string | null
  name: string
  name_key: string
  /** As set by the owner. */
  own_private: boolean
  /** Set by the owner, or inherited from a folder above. */
  is_private: boolean
  level: number
  deleted_at: Date | null
  /** The folder whose deletion put this one into the bin. */
  bin_id: string | null
  purging: boolean
  updated_at: Date
}

/** Columns of the table alias `f`. */
export const folderColumns = `f.id, f.account_id, f.parent_id, f.name, f.name_key, f.own_private, f.is_private, f.level,
  f.deleted_at, f.bin_id, f.purging, f.updated_at`

const select = `SELECT ${folderColumns} FROM folders f`

export const insertRoot = `
INSERT INTO folders (id, account_id, parent_id, name, name_key, own_private, is_private, level, updated_at)
VALUES ($1, $2, NULL, '', '', false, false, 0, now()) ON CONFLICT (account_id) WHERE parent_id IS NULL DO NOTHING`

/** Held until COMMIT by each change of an account's tree, so that changes don't interleave: no cycles, correct levels. */
export const lockRoot = `${select} WHERE f.account_id = $1 AND f.parent_id IS NULL FOR NO KEY UPDATE`

export const folderById = `${select} WHERE f.id = $1`

export const insertFolder = `
INSERT INTO folders (id, account_id, parent_id, name, name_key, own_private, is_private, level, updated_at, search_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${rowTime}, $9) RETURNING updated_at`

export const updateFolder = `
UPDATE folders SET name = $2, name_key = $3, own_private = $4, parent_id = $5, level = $6, updated_at = ${rowTime}, search_key = $7
 WHERE id = $1 RETURNING updated_at`

// Descends by LATERAL with OFFSET 0, which always uses the index on parent_id. A plain join was planned, from low row estimates, as
// a scan of all folders for each level: a minute instead of two seconds for 60,000 folders.

/** The folder and everything under it. */
const under = `
WITH RECURSIVE under AS (
  SELECT id, level FROM folders WHERE id = $1
   UNION ALL
  SELECT c.id, c.level FROM under u, LATERAL (SELECT id, level FROM folders WHERE parent_id = u.id OFFSET 0) c)`

/** Whether $2 is the folder $1, or under it. Ascends, at most 32 steps. */
export const isUnder = `
WITH RECURSIVE above AS (
  SELECT id, parent_id FROM folders WHERE id = $2
   UNION ALL
  SELECT p.id, p.parent_id FROM above a JOIN folders p ON p.id = a.parent_id)
SELECT EXISTS (SELECT FROM above WHERE id = $1) AS under`

/** The deepest level under a folder, including folders in the bin. */
export const deepest = `${under} SELECT max(level) AS level FROM under`

/** Updates level and visibility of everything under a folder to its new location. */
export const settle = `
WITH RECURSIVE under AS (
  SELECT f.id, (p.level + 1)::smallint AS level, f.own_private OR p.is_private AS is_private
    FROM folders f JOIN folders p ON p.id = f.parent_id WHERE f.id = $1
   UNION ALL
  SELECT c.id, (u.level + 1)::smallint, c.own_private OR u.is_private
    FROM under u, LATERAL (SELECT id, own_private FROM folders WHERE parent_id = u.id OFFSET 0) c)
UPDATE folders f SET level = u.level, is_private = u.is_private
  FROM under u WHERE f.id = u.id AND (f.level, f.is_private) IS DISTINCT FROM (u.level, u.is_private)`

/** Puts a folder with everything under it into the bin. What is in the bin already keeps its own deletion. */
export const binTree = `${under}
UPDATE folders f SET deleted_at = ${rowTime}, bin_id = $1, updated_at = CASE WHEN f.id = $1 THEN ${rowTime} ELSE f.updated_at END
  FROM under u WHERE f.id = u.id AND f.deleted_at IS NULL`

/** Restores a folder with everything that the same deletion put into the bin. Nothing under a folder was deleted after it. */
export const restoreTree = `
WITH RECURSIVE under AS (
  SELECT id FROM folders WHERE id = $1
   UNION ALL
  SELECT c.id FROM under u, LATERAL (SELECT id FROM folders WHERE parent_id = u.id AND bin_id = $2 OFFSET 0) c)
UPDATE folders f SET deleted_at = NULL, bin_id = NULL, updated_at = CASE WHEN f.id = $1 THEN ${rowTime} ELSE f.updated_at END
  FROM under u WHERE f.id = u.id`

/** Marks a folder with everything under it for the purge: it is no longer visible. */
export const markPurging = `${under}
UPDATE folders f SET purging = true, deleted_at = coalesce(f.deleted_at, ${rowTime}), bin_id = coalesce(f.bin_id, $1),
       purge_id = $1, purge_requested_at = ${rowTime}
  FROM under u WHERE f.id = u.id AND NOT f.purging`

/** Deletions whose time in the bin has expired. */
export const expiredBins = `
SELECT id, account_id FROM folders WHERE bin_id = id AND NOT purging AND deleted_at < $1 ORDER BY deleted_at LIMIT $2`

/** Folders marked for the purge, deepest first, so that none goes before what is under it. */
export const markedFolders = 'SELECT id FROM folders WHERE purging ORDER BY level DESC LIMIT $1'

/** Removes folders that are now empty, except those that another process has locked. */
export const purgeFolders = `
DELETE FROM folders f USING (
  SELECT id FROM folders WHERE id = ANY($1::uuid[]) AND purging ORDER BY id FOR UPDATE SKIP LOCKED) AS mine
 WHERE f.id = mine.id
RETURNING f.id, f.account_id AS "accountId", coalesce(f.purge_id, f.id) AS "purgeId",
          coalesce(f.purge_requested_at, f.deleted_at) AS "requestedAt", f.purged_files AS files, f.purged_folders AS folders`

/** A folder that is gone. */
export interface PurgedFolder {
  id: string
  accountId: string
  /** The folder whose purge took this one along; its own ID when it was purged itself. */
  purgeId: string
  requestedAt: Date
  /** Purged with it so far, when it was purged itself. */
  files: number
  folders: number
}

export const purgeCounts = 'DELETE FROM folder_counts WHERE scope = ANY($1::uuid[])'
