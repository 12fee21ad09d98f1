import { canonicalize, type JsonValue } from '@tallystick/proof'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../base/database/db.js'
import { createdAt } from '../base/ids.js'
import { eraseAnswers } from '../http/idempotency.js'
import type { FirstLeaf } from '../ledger/batches/recorder.js'
import { entryLeaf, random16, sha256 } from '../ledger/entry.js'

/** The kinds of things that change. */
export type Subject = 'folder' | 'file'

/** A change of a folder or a file, ready to be recorded as an entry. */
export interface Change {
  /** UUIDv7, whose time is that of the change. */
  id: string
  accountId: string
  subject: Subject
  subjectId: string
  action: string
  digest: Uint8Array
  salt: Uint8Array
  details: JsonValue
  leaf: Uint8Array
}

/** A change to make. */
export interface ChangeRequest {
  accountId: string
  subject: Subject
  subjectId: string
  /** In the past tense: `created`, `changed`, `binned`… */
  action: string
  /** Further details for the proof. */
  more?: Readonly<Record<string, JsonValue>>
  /** SHA-256 of the content; by default, of the canonical change. */
  digest?: Uint8Array
}

/** Makes a change, with id, time, salt and leaf. Without a content its digest is the SHA-256 of its canonical details (RFC 8785). */
export function newChange({ accountId, subject, subjectId, action, more, digest }: ChangeRequest): Change {
  const id = uuidv7()
  const details: JsonValue = { subject, id: subjectId, action, userId: accountId, at: createdAt(id), ...more }
  const entry = { digest: digest ?? sha256(Buffer.from(canonicalize(details))), salt: random16(), details }
  return { id, accountId, subject, subjectId, action, ...entry, leaf: entryLeaf(entry) }
}

const insert = `
INSERT INTO changes (id, account_id, subject, subject_id, action, digest, salt, details, batch_id, leaf_index)
SELECT n.id, n.account_id, n.subject, n.subject_id, n.action, n.digest, n.salt, n.details, $9, $10 + n.ordinal
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::bytea[], $7::bytea[], $8::json[]) WITH ORDINALITY
    AS n(id, account_id, subject, subject_id, action, digest, salt, details, ordinal)`

/**
 * Writes changes at their index in the batch.
 *
 * @returns their leaves, in order, for the recorder
 */
export async function insertChanges(tx: Tx, first: FirstLeaf, changes: readonly Change[]): Promise<Uint8Array[]> {
  if (changes.length === 0) return []
  await tx.execute(insert, [
    changes.map((change) => change.id),
    changes.map((change) => change.accountId),
    changes.map((change) => change.subject),
    changes.map((change) => change.subjectId),
    changes.map((change) => change.action),
    changes.map((change) => change.digest),
    changes.map((change) => change.salt),
    changes.map((change) => JSON.stringify(change.details)),
    first.batchId,
    first.leafIndex - 1,
  ])
  return changes.map((change) => change.leaf)
}

/** A folder or file that was purged, with the details of its entry. */
export interface Purged {
  id: string
  accountId: string
  more: Readonly<Record<string, JsonValue>>
}

const purge = `
UPDATE changes SET digest = NULL, salt = NULL, details = NULL WHERE subject_id = ANY($1::uuid[]) AND salt IS NOT NULL`

/**
 * Records the purge of folders or files. Removes what was recorded about them, and stored idempotent answers: the leaves that stay
 * reveal nothing (I7). The purge's own entry certifies the deletion: with IDs, times, and the digests of what was erased. It is
 * erased, too, once its certificate expires.
 */
export async function purgeChanges(
  tx: Tx,
  first: FirstLeaf,
  subject: Subject,
  purged: readonly Purged[],
): Promise<Uint8Array[]> {
  const ids = purged.map(({ id }) => id)
  await tx.execute(purge, [ids])
  await eraseAnswers(tx, ids, subject === 'folder' ? 'folder_not_found' : 'file_not_found')
  const changes = purged.map(({ id, accountId, more }) =>
    newChange({ accountId, subject, subjectId: id, action: 'purged', more }),
  )
  return insertChanges(tx, first, changes)
}
