import { newUuid } from '../../base/ids.js'
import type { IdempotencyClaim } from '../../http/idempotency.js'
import type { Submission } from '../../ledger/batches/writer.js'
import { leafOfText, random16 } from '../../ledger/entry.js'
import { newCode } from '../code.js'
import { canonicalDetails, type Made, type RequestFields, type StampFields } from '../details/fields.js'

/** A stamp as a client asks for it. */
export interface StampRequest extends RequestFields {
  filename: string | undefined
  /** The code that its account reserved for it; one is drawn without. */
  code?: string | undefined
  /** Of the metadata, as JSON text. */
  metadataBytes?: number
  /** The idempotency key to fulfil in the transaction that records the stamp. */
  claim: IdempotencyClaim | undefined
}

/** A stamp ready to be recorded: everything its row and its leaf need. */
export interface Stamp extends Submission, StampFields {
  /** Kept as it came: copying its fields would be a tenth of a stamp's work. */
  request: StampRequest
  /** Whether another stamp turned out to have its reserved code. */
  isCodeTaken: boolean
}

const noLeaf = new Uint8Array(0)

/** Gives a requested stamp its id, code, name and leaf. */
export function newStamp(request: StampRequest, nowMs?: number): Stamp {
  const hashText = request.hash.toString('latin1')
  return withCode({
    request,
    key: request.isPrivate ? request.accountId + hashText : hashText,
    id: newUuid(random16(), nowMs),
    salt: random16(),
    filename: '',
    code: '',
    leaf: noLeaf,
    isCodeTaken: false,
  })
}

/** Draws a code unless one is reserved, and makes the default filename and the leaf from it; called again if a drawn code is taken. */
export function withCode(stamp: Stamp): Stamp {
  const { request } = stamp
  stamp.code = request.code ?? newCode()
  stamp.filename = request.filename || defaultFilename(stamp.code)
  stamp.leaf = leafOf(stamp)
  return stamp
}

/** Returns the leaf of a stamp. */
export function leafOf(stamp: Made): Uint8Array {
  return leafOfText(stamp.request.hash, stamp.salt, canonicalDetails(stamp))
}

/** The name of a stamp whose client gave none; the statement that writes stamps makes the same. */
export function defaultFilename(code: string): string {
  return `stamp-${code}`
}
