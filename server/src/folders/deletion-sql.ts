import { firstUuid, lastUuid } from '../base/ids.js'
import type { BatchState } from '../ledger/batch-state.js'
import type { Subject } from './changes.js'

// Statements about purges whose certificates can be fetched. Their partial indexes serve only these conditions, as they are.

const isCertified = `c.action = 'purged' AND c.salt IS NOT NULL`

/** A purge, as lists show it. */
export interface DeletionRow {
  /** ID of the entry. */
  id: string
  subject: Subject
  subject_id: string
  requested_at: string | null
  /** Of a file: its versions, and the newest content's SHA-256. */
  versions: number | null
  content: string | null
  /** Of a folder: what went with it. */
  files: number | null
  folders: number | null
  state: BatchState
}

const columns = `c.id, c.subject, c.subject_id, c.details->>'requestedAt' AS requested_at, (c.details->>'versions')::integer AS versions,
  c.details->'contents'->>0 AS content, (c.details->>'files')::bigint AS files, (c.details->>'folders')::bigint AS folders, b.state`

const listed = `c.account_id = $1 AND ${isCertified} AND coalesce(c.details->>'within', '') = $2`

/** Purges of an account: $2 is the folder that took them along, or empty for purges on their own. */
export const deletions = `changes i WHERE ${listed.replaceAll('c.', 'i.')}`

/** Reads the purge of `shown.id`. */
export const deletion = `SELECT ${columns} FROM changes c JOIN batches b ON b.id = c.batch_id WHERE c.id = shown.id`

/** The entry of a purge. */
export interface DeletionEntryRow {
  id: string
  subject_id: string
  digest: Buffer
  salt: Buffer
  details: never
  batch_id: string
  leaf_index: number
}

const entry = 'SELECT c.id, c.subject_id, c.digest, c.salt, c.details, c.batch_id, c.leaf_index FROM changes c'

/** The entry of the purge of $2. */
export const deletionEntry = `${entry} WHERE c.subject_id = $2 AND c.account_id = $1 AND ${isCertified}`

/** The entries of an account's purges after $2, oldest first. Pairs, because only the account's index gives their order. */
export const deletionEntries = `
${entry} WHERE (c.account_id, c.id) > ($1::uuid, coalesce($2::uuid, '${firstUuid}'))
   AND (c.account_id, c.id) <= ($1::uuid, '${lastUuid}') AND ${isCertified}
 ORDER BY c.account_id, c.id LIMIT $3`

/** Whether a folder of the account is still being purged. */
export const isPurging = 'SELECT FROM folders WHERE id = $2 AND account_id = $1 AND purging'

/**
 * Erases the contents of the $4 oldest entries of purges from the ID $3 on and before the ID $1. Processes make IDs; the batch's row says when it
 * was, too: $2.
 */
export const eraseExpired = `
WITH erased AS (
  UPDATE changes SET digest = NULL, salt = NULL, details = NULL
   WHERE id = ANY (ARRAY(SELECT c.id FROM changes c JOIN batches b ON b.id = c.batch_id
                         WHERE ${isCertified} AND c.id < $1 AND b.created_at < $2 AND c.id >= $3 ORDER BY c.id LIMIT $4))
  RETURNING id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM erased`

/** Erases the contents of the $3 oldest entries of an account's purges from the ID $2 on. */
export const eraseOfAccount = `
WITH erased AS (
  UPDATE changes SET digest = NULL, salt = NULL, details = NULL
   WHERE id = ANY (ARRAY(SELECT c.id FROM changes c
                         WHERE (c.account_id, c.id) >= ($1::uuid, $2::uuid) AND (c.account_id, c.id) <= ($1::uuid, '${lastUuid}')
                           AND ${isCertified} ORDER BY c.account_id, c.id LIMIT $3))
  RETURNING id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM erased`
