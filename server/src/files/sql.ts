import { rowTime } from '../base/database/row-time.js'
// Statements about files and their versions. Lists are in lists.ts, objects of the store in blob-sql.ts.

import { readable } from '../folders/access.js'
import type { Damage } from '../storage/damage.js'

/** A file with one of its versions: by default, the current one. */
export interface FileRow {
  id: string
  account_id: string
  folder_id: string
  name: string
  description: string
  code: string
  is_favourite: boolean
  latitude: number | null
  longitude: number | null
  uploaded_by: string
  /** The current version. */
  version_id: string
  versions: number
  deleted_at: Date | null
  updated_at: Date
  folder_private: boolean
  folder_deleted_at: Date | null
  shown_version: string
  number: number
  blob: string
  is_encrypted: boolean
  size: number
  digest: Buffer
  filename: string
  mimetype: string
  pages: number
  width: number
  height: number
  thumbnail: string | null
  thumbnail_size: number | null
  /** Null also for a thumbnail made by an older version. */
  thumbnail_digest: Buffer | null
  /** Damage that was found in the stored content. */
  damage: Damage | null
  look_at: Date | null
  transaction_hash: Buffer
}

const columns = `f.id, f.account_id, f.folder_id, f.name, f.description, f.code, f.is_favourite, f.latitude, f.longitude,
  f.uploaded_by, f.version_id, f.versions, f.deleted_at, f.updated_at,
  d.is_private AS folder_private, d.deleted_at AS folder_deleted_at,
  v.id AS shown_version, v.number, v.blob, v.is_encrypted, v.size, v.digest, v.filename, v.mimetype, v.pages, v.width,
  v.height, v.thumbnail, v.thumbnail_size, v.thumbnail_digest, v.damage, v.look_at, b.transaction_hash`

const joins = `
  JOIN folders d ON d.id = f.folder_id
  JOIN changes c ON c.id = v.change_id
  JOIN batches b ON b.id = c.batch_id`

/** Files `f` with their current versions. */
export const currentFiles = `SELECT ${columns} FROM files f JOIN file_versions v ON v.id = f.version_id ${joins}`

/** Returns the condition under which an account may read a file `f` in a folder `d`. */
function fileReadable(me: string): string {
  return `(${readable('d', me)} AND (f.account_id = ${me} OR f.deleted_at IS NULL))`
}

export const readableFile = `${currentFiles} WHERE f.id = $1 AND ${fileReadable('$2')}`

/** The file $1 with its version $3. */
export const readableVersion = `
SELECT ${columns} FROM files f JOIN file_versions v ON v.file_id = f.id ${joins}
 WHERE f.id = $1 AND v.id = $3 AND ${fileReadable('$2')}`

/**
 * At most $3, newest first: those after the version $5 if given, else all but the newest $4. Numbers have no gaps, so any page is found
 * in the index of numbers.
 */
export const readableVersions = `
SELECT ${columns}
  FROM files f CROSS JOIN LATERAL (
    SELECT * FROM file_versions
     WHERE file_id = f.id
       AND number <= CASE WHEN $5::uuid IS NULL THEN f.versions - $4::bigint
                          ELSE (SELECT number - 1 FROM file_versions WHERE file_id = $1 AND id = $5) END
     ORDER BY number DESC LIMIT $3) v ${joins}
 WHERE f.id = $1 AND ${fileReadable('$2')} ORDER BY v.number DESC`

/** The condition under which a file `f` in a folder `d` is public. */
const isPublic = 'f.deleted_at IS NULL AND NOT d.is_private AND d.deleted_at IS NULL AND NOT d.purging'

/** A public file by its code. */
export const publicFile = `${currentFiles} WHERE f.code = $1 AND ${isPublic}`

/** The file that has had its current content of digest $1 longest. */
export const publicFileOfContent = `${currentFiles} WHERE v.digest = $1 AND ${isPublic} ORDER BY v.id LIMIT 1`

/** A file of the account, to be changed. */
export type OwnFileRow = Pick<
  FileRow,
  | 'folder_id'
  | 'name'
  | 'description'
  | 'code'
  | 'is_favourite'
  | 'latitude'
  | 'longitude'
  | 'versions'
  | 'deleted_at'
  | 'folder_deleted_at'
>

/** Locks a file of the account until the transaction ends. */
export const lockOwnFile = 'SELECT FROM files WHERE id = $1 AND account_id = $2 FOR UPDATE'

/**
 * Reads a file of the account that is already locked, in the bin or not. The lock is a separate statement: a statement that
 * waits for a lock sees the file's new row, but not the folder that the file was moved to. The version isn't joined: the batch of a version
 * added in the same transaction is only inserted at COMMIT.
 */
export const ownFile = `
SELECT f.folder_id, f.name, f.description, f.code, f.is_favourite, f.latitude, f.longitude, f.versions, f.deleted_at,
       d.deleted_at AS folder_deleted_at
  FROM files f JOIN folders d ON d.id = f.folder_id
 WHERE f.id = $1 AND f.account_id = $2 AND NOT d.purging`

export const insertFile = `
INSERT INTO files (id, account_id, folder_id, name, search_key, description, code, latitude, longitude, uploaded_by, version_id,
                   updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${rowTime})`

export const insertVersion = `
INSERT INTO file_versions (id, file_id, number, blob, is_encrypted, size, digest, filename, mimetype, look_at, change_id,
                           client_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '2 minutes', $10, $11)`

export const addVersion = `UPDATE files SET version_id = $2, versions = versions + 1, updated_at = ${rowTime} WHERE id = $1`

export const updateFile = `
UPDATE files SET name = $2, search_key = $3, description = $4, is_favourite = $5, folder_id = $6, latitude = $7, longitude = $8,
       updated_at = ${rowTime}
 WHERE id = $1`

export const binFile = `UPDATE files SET deleted_at = ${rowTime}, updated_at = ${rowTime} WHERE id = $1`

export const restoreFile = `UPDATE files SET deleted_at = NULL, updated_at = ${rowTime} WHERE id = $1`

/** Returns whether a file isn't in the bin, of which an account may see it: a file `f` in a folder `d`. */
export function fileShown(me: string): string {
  return `(f.deleted_at IS NULL AND d.deleted_at IS NULL AND ${readable('d', me)})`
}

/** The entry that recorded a version. */
export interface ProofRow {
  /** Of the version. */
  id: string
  code: string
  digest: Buffer
  salt: Buffer
  details: never
  batch_id: string
  leaf_index: number
}

export const proofsOfVersions = `
SELECT v.id, f.code, c.digest, c.salt, c.details, c.batch_id, c.leaf_index
  FROM file_versions v JOIN files f ON f.id = v.file_id JOIN changes c ON c.id = v.change_id
 WHERE v.id = ANY($1::uuid[]) AND c.salt IS NOT NULL`

/** Files whose time in the bin has expired. */
export const expiredFiles = 'SELECT id FROM files WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2'

/** Files of an account that are in the bin on their own: their folder isn't. */
export const binnedFiles = `
SELECT f.id FROM files f JOIN folders d ON d.id = f.folder_id
 WHERE f.account_id = $1 AND f.deleted_at <= $2 AND d.deleted_at IS NULL ORDER BY f.deleted_at, f.id LIMIT $3`

export const filesInFolders = 'SELECT id, folder_id FROM files WHERE folder_id = ANY($1::uuid[]) LIMIT $2'

/** A file to purge. */
export interface PurgeRow {
  id: string
  accountId: string
  /** The folder whose purge takes it along, and when that was requested; null when it is purged on its own. */
  purgeId: string | null
  requestedAt: Date | null
}

/** Locks files for the purge, except those that another process has locked. */
export const lockForPurge = `
SELECT f.id, f.account_id AS "accountId", CASE WHEN d.purging THEN coalesce(d.purge_id, d.id) END AS "purgeId",
       CASE WHEN d.purging THEN coalesce(d.purge_requested_at, d.deleted_at) END AS "requestedAt"
  FROM files f JOIN folders d ON d.id = f.folder_id
 WHERE f.id = ANY($1::uuid[]) ORDER BY f.id FOR UPDATE OF f SKIP LOCKED`

/** A version that is gone. */
export interface PurgedVersion {
  fileId: string
  number: number
  digest: Buffer
  blob: string
  thumbnail: string | null
}

export const purgeVersions = `
DELETE FROM file_versions WHERE file_id = ANY($1::uuid[]) RETURNING file_id AS "fileId", number, digest, blob, thumbnail`

export const purgeFiles = 'DELETE FROM files WHERE id = ANY($1::uuid[])'

export const purgeFileCounts = 'DELETE FROM file_counts WHERE folder_id = ANY($1::uuid[])'

/** Stores the result of an inspection, unless the version was purged or moved to another object in the meantime. */
export const keepInspection = `
UPDATE file_versions SET mimetype = $3, pages = $4, width = $5, height = $6, thumbnail = $7, thumbnail_size = $8,
       thumbnail_digest = $9, look_at = now() + $10::float8 * interval '1 millisecond', looks = looks + 1
 WHERE id = $1 AND blob = $2`

/** The object of a version, if it changed since the inspection. */
export const movedBlob = 'SELECT blob, is_encrypted, size, digest FROM file_versions WHERE id = $1 AND blob <> $2'

/** Takes versions whose inspection is overdue. */
export const takeInspections = `
UPDATE file_versions v SET look_at = now() + interval '5 minutes', looks = looks + 1
  FROM files f
 WHERE f.id = v.file_id AND v.id = ANY (ARRAY(
   SELECT id FROM file_versions WHERE look_at < now() ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING v.id, f.account_id AS owner, v.blob, v.is_encrypted, v.size, v.digest, v.looks`
