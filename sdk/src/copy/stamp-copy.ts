import { toHex } from '@tallystick/proof'
import { fromBase64 } from '../base64.js'
import { hashFile } from '../hash-file.js'
import { ServiceError } from '../service-error.js'
import { chunksOf, nameOf, type Source } from '../source.js'
import type { NewStamp, StampOptions } from '../stamps/stamps.js'
import type { Tallystick } from '../tallystick.js'
import { joined } from './bytes.js'
import { CopyError } from './copy-error.js'
import { COPY_BYTES_MAX, openOriginal } from './document.js'
import { type CopyOptions, copyOf } from './make-copy.js'
import { timestampQuery, timestampTokenOf } from './timestamp.js'

/** Mark of a stamped copy, and the details of its stamp. */
export interface PdfCopyOptions extends Omit<StampOptions, 'code' | 'isEsign' | 'originalDocHash'> {
  /** Name, place and language of the mark. The copy of a signed document has none. */
  mark?: Pick<CopyOptions, 'name' | 'place' | 'language'>
  /** Has the service seal the copy: a signature (PAdES B-T) of its digest and code. That of a signed document gets no seal. */
  seal?: boolean
  /** Called with the copy before it is stamped, to keep it: the service never gets it. */
  onCopy?: (copy: Uint8Array) => void | Promise<void>
}

/** A stamped copy with its stamp. */
export interface PdfCopy {
  /** The document, and everything added after it. */
  readonly copy: Uint8Array
  /** False when the service is no timestamping authority. */
  readonly isTimestamped: boolean
  /** False unless a seal was asked for, and of a signed document. */
  readonly isSealed: boolean
  readonly stamp: NewStamp
}

/**
 * Makes a stamped copy of a PDF, with a code that is reserved for it and a timestamp by the service, and stamps it. The stamp names the
 * hash of the document: with its proof, the document verifies, too. Neither document nor copy leaves the machine.
 *
 * Others can verify the document only where the details of the stamp are public (`publicDetails`). The timestamp is a public stamp of
 * its own, of a digest that says nothing about the document.
 *
 * @param source at most {@link COPY_BYTES_MAX} bytes
 * @throws {CopyError} when no copy can be made
 * @throws {ServiceError} 429 `too_many_codes`; 403 `seal_off` when the service seals no copies
 * @example
 * const { copy, stamp } = await stampPdfCopy(tallystick, 'agreement.pdf', { mark: { name: 'Example Ltd' }, publicDetails: true })
 */
export async function stampPdfCopy(
  tallystick: Tallystick,
  source: Source,
  { mark = {}, seal: isSealWanted = false, onCopy, ...details }: PdfCopyOptions = {},
): Promise<PdfCopy> {
  const { signal } = details
  const filename = details.filename ?? nameOf(source)
  const original = await bytesOf(source)
  const opened = await openOriginal(original)
  const [reserved] = (await tallystick.reserveCodes(1, { signal })).codes
  if (reserved === undefined) throw new CopyError('code')
  const terms = { ...mark, ...reserved, date: new Date() }
  const isSealed = isSealWanted && !opened.isSigned
  const seal = (digest: Uint8Array) => sealBy(tallystick, reserved.code, digest, signal)
  let isTimestamped = false
  const timestamp = async (digest: Uint8Array) => {
    const token = await timestampBy(tallystick, digest, signal)
    isTimestamped = token !== null
    return token
  }
  const copy = await copyOf(original, opened, { ...terms, timestamp, ...(isSealed && { seal }) })
  await onCopy?.(copy)
  const originalDocHash = await hashFile(original, { signal })
  const named = { ...details, ...(filename !== undefined && { filename }), code: reserved.code }
  const stamp = await tallystick.stampHash(await hashFile(copy, { signal }), {
    ...named,
    isEsign: true,
    originalDocHash,
  })
  return { copy, isTimestamped, isSealed, stamp }
}

/** Has the service sign a digest under a code. */
async function sealBy(
  { client }: Tallystick,
  code: string,
  digest: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const init = { params: { path: { code } }, body: { digest: toHex(digest) }, signal: signal ?? null }
  const { signature } = await client.post('/hash/codes/{code}/seal', init)
  return fromBase64(signature)
}

/** Asks the timestamping authority of the service for a token; null when it is none. */
async function timestampBy(
  { client }: Tallystick,
  digest: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  const headers = { 'content-type': 'application/timestamp-query' }
  const init = { method: 'POST', headers, body: timestampQuery(digest), signal: signal ?? null }
  try {
    return timestampTokenOf(new Uint8Array(await (await client.fetch('/tsa', init)).arrayBuffer()))
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'tsa_off') return null
    throw error
  }
}

/** Reads a whole document. @throws {CopyError} `too_large`, before it reads more of it */
async function bytesOf(source: Source): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(source)) {
    length += chunk.length
    if (length > COPY_BYTES_MAX) throw new CopyError('too_large')
    chunks.push(chunk)
  }
  return joined(chunks)
}
