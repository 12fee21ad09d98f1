import { type BaseBlock, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { ContentInfo, SignedData, type SignerInfo, TimeStampResp, TSTInfo } from 'pkijs'
import { ProofError } from '../errors.js'

/** A parsed token. Nothing about it has been verified yet. */
export type Token = {
  readonly signed: SignedData
  readonly signer: SignerInfo
  /** Whether it came without an authority's response around it. */
  readonly isBare: boolean
  readonly info: TSTInfo
  /** Its time. */
  readonly time: Date
  /** How far the time may be off, in milliseconds; absent when the authority does not say. */
  readonly accuracyMs?: number
  /** The signed bytes, which encode `info`. */
  readonly content: Uint8Array<ArrayBuffer>
}

/** A token with its certificates has two to six kilobytes. */
const MAX_BYTES = 64 * 1024
const ID_SIGNED_DATA = '1.2.840.113549.1.7.2'
const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4'
const granted = [0, 1]

/**
 * Parses a token (RFC 3161 §2.4.2), bare or in the response of an authority. Verifies nothing: see `verifyTimestamp`.
 * @throws {@link ProofError} `malformed`; the library's errors when a part doesn't have its form.
 */
export function readToken(bytes: Uint8Array): Token {
  if (bytes.length > MAX_BYTES) malformed(`is larger than ${MAX_BYTES} bytes`)
  const outer = whole(bytes)
  const isBare = outer.valueBlock.value[0] instanceof ObjectIdentifier
  const { contentType, content } = isBare ? new ContentInfo({ schema: outer }) : contentOfResponse(outer)
  if (contentType !== ID_SIGNED_DATA) malformed('is not signed data')
  const signed = new SignedData({ schema: content })
  const { eContent, eContentType } = signed.encapContentInfo
  if (eContentType !== ID_TST_INFO || !(eContent instanceof OctetString)) malformed('holds no time')
  const [signer, ...others] = signed.signerInfos
  if (signer === undefined || others.length > 0) malformed('must have exactly one signature')
  const signedBytes = new Uint8Array(eContent.getValue())
  const block = whole(signedBytes)
  const info = new TSTInfo({ schema: block })
  if (info.version !== 1) malformed(`is of version ${info.version}, not 1`)
  const [, , , , time, accuracy] = block.valueBlock.value
  return { signed, signer, isBare, info, time: genTime(time), ...accuracyOf(accuracy), content: signedBytes }
}

/**
 * Reads the time as RFC 3161 §2.4.2 has it: UTC with seconds and, if any, a fraction that doesn't end with 0. The library takes what
 * GeneralizedTime allows besides, local times among it.
 */
function genTime(block: BaseBlock | undefined): Date {
  const [tag, length, ...text] = block?.valueBeforeDecodeView ?? []
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d*[1-9])?Z$/.exec(String.fromCharCode(...text))
  const [, year, month, day, hours, minutes, seconds, fraction = ''] = found ?? []
  const time = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${fraction.slice(0, 4)}Z`)
  const isWhole = tag === 0x18 && length === text.length
  if (!isWhole || Number.isNaN(time.getTime())) malformed('has a time that is not UTC to the second (YYYYMMDDhhmmssZ)')
  return time
}

/** Milliseconds in a unit of the accuracy, by its tag. */
const units: Readonly<Record<number, number>> = { 2: 1000, 128: 1, 129: 0.001 }

/** Reads the accuracy (RFC 3161 §2.4.2). The library takes a number of four bytes or more for 0: years of inaccuracy for none. */
function accuracyOf(block: BaseBlock | undefined): { accuracyMs?: number } {
  if (!(block instanceof Sequence)) return {}
  let ms = 0
  for (const { valueBeforeDecodeView } of block.valueBlock.value) {
    const [tag = 0, length, ...digits] = valueBeforeDecodeView
    const unit = units[tag]
    const [first = 0x80] = digits
    if (unit === undefined || length !== digits.length || first >= 0x80) malformed('has an accuracy that is no time')
    ms += unit * digits.reduce((number, digit) => number * 256 + digit, 0)
  }
  return { accuracyMs: Math.min(ms, Number.MAX_SAFE_INTEGER) }
}

function contentOfResponse(outer: Sequence): ContentInfo {
  const response = new TimeStampResp({ schema: outer })
  const { status, statusStrings } = response.status
  if (!granted.includes(status)) {
    const reason = statusStrings?.map(({ valueBlock }) => valueBlock.value).join(' ')
    malformed(`was refused by the authority${reason ? `: ${reason}` : ''}`)
  }
  return response.timeStampToken ?? malformed('is missing in the response')
}

/** Parses a sequence that takes all the bytes. */
function whole(bytes: Uint8Array): Sequence {
  const { offset, result } = fromBER(bytes)
  if (offset === -1 || !(result instanceof Sequence)) malformed('is not DER')
  if (offset !== bytes.length) malformed('has trailing bytes')
  return result
}

function malformed(problem: string): never {
  throw new ProofError('malformed', `the timestamp token ${problem}`)
}
