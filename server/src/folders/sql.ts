// Every statement of folders but who may see them (access.ts) and the changes (changes.ts).

/** A folder as stored. */
export interface FolderRow {
  id: string
  account_id: string
  /** Null for the hidden root. */
  parent_id: string | null
  name: string
  name_key: string
  /** As its owner set it. */
  own_private: boolean
  /** So set, or below a folder that is. */
  is_private: boolean
  level: number
  deleted_at: Date | null
  /** The folder with whose deletion this one went into the bin. */
  bin_id: string | null
  purging: boolean
  updated_at: Date
}

/** Of a table `f`. */
export const folderColumns = `f.id, f.account_id, f.parent_id, f.name, f.name_key, f.own_private, f.is_private, f.level,
  f.deleted_at, f.bin_id, f.purging, f.updated_at`

const select = `SELECT ${folderColumns} FROM folders f`

export const insertRoot = `
INSERT INTO folders (id, account_id, parent_id, name, name_key, own_private, is_private, level, updated_at)
VALUES ($1, $2, NULL, '', '', false, false, 0, now()) ON CONFLICT (account_id) WHERE parent_id IS NULL DO NOTHING`

/** Whoever changes an account's tree holds this until COMMIT, so that no two changes cross (no cycles, true levels). */
export const lockRoot = `${select} WHERE f.account_id = $1 AND f.parent_id IS NULL FOR NO KEY UPDATE`

export const folderById = `${select} WHERE f.id = $1`

export const insertFolder = `
INSERT INTO folders (id, account_id, parent_id, name, name_key, own_private, is_private, level, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

export const updateFolder = `
UPDATE folders SET name = $2, name_key = $3, own_private = $4, parent_id = $5, level = $6, updated_at = $7 WHERE id = $1`

// Downwards by LATERAL with OFFSET 0: always by the index on parent_id. As a plain join it was planned, from estimates of how few
// rows there are, as a scan of all folders for each level: a minute instead of two seconds for 60,000.

/** The folder and everything under it. */
const under = `
WITH RECURSIVE under AS (
  SELECT id, level FROM folders WHERE id = $1
   UNION ALL
  SELECT c.id, c.level FROM under u, LATERAL (SELECT id, level FROM folders WHERE parent_id = u.id OFFSET 0) c)`

/** Is $2 the folder $1, or under it? Looked for upwards, at most 32 steps. */
export const isUnder = `
WITH RECURSIVE above AS (
  SELECT id, parent_id FROM folders WHERE id = $2
   UNION ALL
  SELECT p.id, p.parent_id FROM above a JOIN folders p ON p.id = a.parent_id)
SELECT EXISTS (SELECT FROM above WHERE id = $1) AS under`

/** The deepest level under a folder, what is in the bin included. */
export const deepest = `${under} SELECT max(level) AS level FROM under`

/** Brings level and privacy of everything under a folder in line with where it is now. */
export const settle = `
WITH RECURSIVE under AS (
  SELECT f.id, (p.level + 1)::smallint AS level, f.own_private OR p.is_private AS is_private
    FROM folders f JOIN folders p ON p.id = f.parent_id WHERE f.id = $1
   UNION ALL
  SELECT c.id, (u.level + 1)::smallint, c.own_private OR u.is_private
    FROM under u, LATERAL (SELECT id, own_private FROM folders WHERE parent_id = u.id OFFSET 0) c)
UPDATE folders f SET level = u.level, is_private = u.is_private
  FROM under u WHERE f.id = u.id AND (f.level, f.is_private) IS DISTINCT FROM (u.level, u.is_private)`

/** Into the bin with everything under it; what is there already stays with the deletion it went by. */
export const binTree = `${under}
UPDATE folders f SET deleted_at = $2, bin_id = $1, updated_at = CASE WHEN f.id = $1 THEN $2 ELSE f.updated_at END
  FROM under u WHERE f.id = u.id AND f.deleted_at IS NULL`

/** Out of the bin with what went into it by the same deletion. Nothing under a folder was deleted later than it. */
export const restoreTree = `
WITH RECURSIVE under AS (
  SELECT id FROM folders WHERE id = $1
   UNION ALL
  SELECT c.id FROM under u, LATERAL (SELECT id FROM folders WHERE parent_id = u.id AND bin_id = $2 OFFSET 0) c)
UPDATE folders f SET deleted_at = NULL, bin_id = NULL, updated_at = CASE WHEN f.id = $1 THEN $3 ELSE f.updated_at END
  FROM under u WHERE f.id = u.id`

/** Out of everybody's sight, with everything under it. */
export const condemnTree = `${under}
UPDATE folders f SET purging = true, deleted_at = coalesce(f.deleted_at, $2), bin_id = coalesce(f.bin_id, $1)
  FROM under u WHERE f.id = u.id AND NOT f.purging`

/** Deletions older than the bin keeps them. */
export const expiredBins = `
SELECT id, account_id FROM folders WHERE bin_id = id AND NOT purging AND deleted_at < $1 ORDER BY deleted_at LIMIT $2`

/** Condemned folders, the deepest first, so that none goes before what is under it. */
export const condemned = 'SELECT id FROM folders WHERE purging ORDER BY level DESC LIMIT $1'

/** Those of them that nothing lies in any more; another process may be at some of them. */
export const eraseFolders = `
DELETE FROM folders f USING (
  SELECT id FROM folders WHERE id = ANY($1::uuid[]) AND purging ORDER BY id FOR UPDATE SKIP LOCKED) AS mine
 WHERE f.id = mine.id RETURNING f.id, f.account_id`

export const eraseCounts = 'DELETE FROM folder_counts WHERE scope = ANY($1::uuid[])'
