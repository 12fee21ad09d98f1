import { canonicalize, type JsonValue } from '@tallystick/proof'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../base/db.js'
import { createdAt } from '../base/ids.js'
import { eraseAnswers } from '../http/idempotency.js'
import { entryLeaf, random16, sha256 } from '../ledger/entry.js'
import type { Place } from '../ledger/recorder.js'

/** What changes are about. */
export type Subject = 'folder' | 'file'

/** Something that happened to a folder or a file, ready to be recorded as an entry. */
export interface Change {
  /** UUIDv7: its time is the change's. */
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

/** What a change is made of. */
export interface ChangeRequest {
  accountId: string
  subject: Subject
  subjectId: string
  /** In the past tense: `created`, `changed`, `binned`… */
  action: string
  /** What its proof shows beside who, what and when. */
  more?: Readonly<Record<string, JsonValue>>
  /** The SHA-256 of the content, when there is one; else the digest is that of the canonical change. */
  digest?: Uint8Array
}

/** Gives a change its id, time, salt and leaf. Its digest is the SHA-256 of its details in canonical form (RFC 8785). */
export function newChange({ accountId, subject, subjectId, action, more, digest }: ChangeRequest): Change {
  const id = uuidv7()
  const details: JsonValue = { subject, id: subjectId, action, userId: accountId, at: createdAt(id), ...more }
  const entry = { digest: digest ?? sha256(Buffer.from(canonicalize(details))), salt: random16(), details }
  return { id, accountId, subject, subjectId, action, ...entry, leaf: entryLeaf(entry) }
}

const insert = `
INSERT INTO changes (id, account_id, subject, subject_id, action, digest, salt, details, batch_id, leaf_index)
SELECT n.id, n.account_id, n.subject, n.subject_id, n.action, n.digest, n.salt, n.details, $9, $10 + n.place
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::bytea[], $7::bytea[], $8::json[]) WITH ORDINALITY
    AS n(id, account_id, subject, subject_id, action, digest, salt, details, place)`

/**
 * Writes changes at their place in the batch.
 *
 * @returns their leaves, in order, for the recorder
 */
export async function insertChanges(tx: Tx, place: Place, changes: readonly Change[]): Promise<Uint8Array[]> {
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
    place.batchId,
    place.leafIndex - 1,
  ])
  return changes.map((change) => change.leaf)
}

const erase = `
UPDATE changes SET digest = NULL, salt = NULL, details = NULL WHERE subject_id = ANY($1::uuid[]) AND salt IS NOT NULL`

/**
 * Records the purge of things and erases what was recorded about them before, and answers that are kept to be repeated: what is
 * left is leaves that tell nothing (I7), and the purge's own entry, with ids and times only, which certifies the deletion.
 */
export async function purgeChanges(
  tx: Tx,
  place: Place,
  subject: Subject,
  purged: readonly { id: string; accountId: string }[],
): Promise<Uint8Array[]> {
  const ids = purged.map(({ id }) => id)
  await tx.execute(erase, [ids])
  await eraseAnswers(tx, ids, subject === 'folder' ? 'folder_not_found' : 'file_not_found')
  const changes = purged.map(({ id, accountId }) => newChange({ accountId, subject, subjectId: id, action: 'purged' }))
  return insertChanges(tx, place, changes)
}
