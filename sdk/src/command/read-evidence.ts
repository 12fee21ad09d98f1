import { EVIDENCE_HEAD_BYTES, type Evidence, evidenceIn, jsonIn, maxEvidenceBytes, ProofError } from '@tallystick/proof'
import { inputStream, reading } from './input.js'

/**
 * What a file carries that proves something, or why it carries nothing: damage to it is a reason to refuse it, not an error of usage.
 * Not more of it is read than can be of use.
 * @throws Error in plain words when it cannot be read.
 */
export async function readEvidence(path: string): Promise<Evidence | ProofError> {
  const bytes = await reading(path, upTo(path))
  if (bytes === undefined) return new ProofError('malformed', 'the proof is larger than any proof can be')
  return (await evidenceIn(bytes, path)) ?? nothingIn(bytes)
}

/** The whole file; undefined when it is too long to carry anything. */
async function upTo(path: string): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  let max = EVIDENCE_HEAD_BYTES
  for await (const piece of inputStream(path)) {
    pieces.push(piece)
    length += piece.length
    if (length > max) max = maxEvidenceBytes(Buffer.concat(pieces))
    if (length > max) return undefined
  }
  return Buffer.concat(pieces)
}

function nothingIn(bytes: Uint8Array): ProofError {
  const starts = (...first: number[]) => first.every((byte, i) => bytes[i] === byte)
  if (bytes.length === 0) return new ProofError('malformed', 'the proof is an empty file')
  if (starts(0x25, 0x50, 0x44, 0x46)) {
    return new ProofError('malformed', 'the PDF carries no proof: it was damaged, or it is no certificate')
  }
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) {
    return new ProofError(
      'malformed',
      'the proof is in UTF-16, as some shells write it: save it in UTF-8, as it was sent',
    )
  }
  if (jsonIn(bytes) !== undefined)
    return new ProofError('unsupported', 'this is not a Tallystick proof, nor a manifest')
  return new ProofError('malformed', 'the proof is not JSON in UTF-8: it was damaged, or it is another file')
}
