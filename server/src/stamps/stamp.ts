import { canonicalize, type JsonValue } from '@tallystick/proof'
import { createdAt, newUuid } from '../base/ids.js'
import type { IdempotencyClaim } from '../http/idempotency.js'
import { leafOfText, random16 } from '../ledger/entry.js'
import type { Submission } from '../ledger/writer.js'
import { newCode } from './code.js'

/** A stamp as a client asks for it. */
export interface StampRequest {
  accountId: string
  clientId: string
  /** The account's public name, bound into the proof. */
  owner: string
  /** The interface it came in by. */
  version: 1 | 2
  /** The digest: 32, 48 or 64 bytes. */
  hash: Buffer
  filename: string | undefined
  /** A digit string; see {@link stampType}. */
  type: string
  originalDocHash: string
  isEsign: boolean
  isPrivate: boolean
  metadata: JsonValue[]
  /** The idempotency key to fulfil in the transaction that records the stamp. */
  claim: IdempotencyClaim | undefined
}

/** Where the hash came from, unless the client says otherwise. */
export const stampType = { submitted: '0', file: '1', multi: '2' } as const

/** A stamp ready to be recorded: all that its row and its leaf need. */
export interface Stamp extends Submission, Omit<StampRequest, 'filename'> {
  id: string
  code: string
  filename: string
  salt: Uint8Array
  /** Is any stamp of the hash that the caller may see the same thing (multi-stamp), or only one as public or private as this? */
  anyVisible: boolean
}

/** The parts of a recorded stamp that its details are made of. */
export type Detailed = Pick<
  Stamp,
  'id' | 'code' | 'filename' | 'owner' | 'type' | 'originalDocHash' | 'isEsign' | 'isPrivate' | 'metadata'
>

/** What a stamp's commitment binds, beside the digest: what its proof shows and an audit recomputes from the row. */
export function stampDetails(stamp: Detailed): JsonValue {
  return {
    code: stamp.code,
    createdAt: createdAt(stamp.id),
    filename: stamp.filename,
    id: stamp.id,
    isEsign: stamp.isEsign,
    isPrivateBc: stamp.isPrivate,
    metaData: stamp.metadata,
    originalDocHash: stamp.originalDocHash,
    owner: stamp.owner,
    type: stamp.type,
  }
}

/** Text that JSON writes as it is. */
const plain = /^[ !#-[\]-~]*$/

/** {@link stampDetails} in canonical form (RFC 8785), written out: to go through the object takes twice to three times as long. */
export function canonicalDetails(stamp: Detailed): string {
  const text = (value: string) => (plain.test(value) ? `"${value}"` : canonicalize(value))
  return (
    `{"code":"${stamp.code}","createdAt":"${createdAt(stamp.id)}","filename":${text(stamp.filename)},` +
    `"id":"${stamp.id}","isEsign":${stamp.isEsign},"isPrivateBc":${stamp.isPrivate},` +
    `"metaData":${canonicalize(stamp.metadata)},"originalDocHash":${text(stamp.originalDocHash)},` +
    `"owner":${text(stamp.owner)},"type":${text(stamp.type)}}`
  )
}

const noLeaf = new Uint8Array(0)

/** Gives a requested stamp its id, code, name and leaf. */
export function newStamp(request: StampRequest, anyVisible = false): Stamp {
  const hashText = request.hash.toString('latin1')
  // Written out: spreading is a tenth of a stamp's work.
  return withCode({
    accountId: request.accountId,
    clientId: request.clientId,
    owner: request.owner,
    version: request.version,
    hash: request.hash,
    type: request.type,
    originalDocHash: request.originalDocHash,
    isEsign: request.isEsign,
    isPrivate: request.isPrivate,
    metadata: request.metadata,
    claim: request.claim,
    key: request.isPrivate ? `${request.accountId}${hashText}` : hashText,
    id: newUuid(random16()),
    salt: random16(),
    anyVisible,
    filename: request.filename ?? '',
    code: '',
    leaf: noLeaf,
  })
}

/** Draws a code, which the default filename and the leaf depend on; drawn again if the code should be taken. */
export function withCode(stamp: Stamp): Stamp {
  const usesDefault = stamp.filename === '' || stamp.filename === defaultFilename(stamp.code)
  stamp.code = newCode()
  if (usesDefault) stamp.filename = defaultFilename(stamp.code)
  stamp.leaf = leafOfText(stamp.hash, stamp.salt, canonicalDetails(stamp))
  return stamp
}

/** The name of a stamp whose client gave none; the statement that writes stamps makes it, too. */
export function defaultFilename(code: string): string {
  return `stamp-${code}`
}
