import { hashForm } from '../encoding/hash-form.js'
import { toHex } from '../encoding/to-hex.js'
import type { ProofDocument } from '../format.js'

/*
 * A stamped copy is made from a document, its original: code and mark are added to it, and the result is stamped. The details, which the
 * commitment covers, name the original's hash, so the tree's time holds for both. That the one was made from the other shows only where
 * the copy begins with the original, byte by byte.
 */

/**
 * Returns the hash, in hex, of the original that a proof's details name; undefined when they name none, or one by another algorithm than
 * that of the proof. Whether the commitment covers the details is another check.
 */
export function originalOf({
  hash,
  salt,
  details,
}: Pick<ProofDocument, 'hash' | 'salt' | 'details'>): string | undefined {
  if (salt === undefined || typeof details?.originalDocHash !== 'string') return undefined
  const original = details.originalDocHash.toLowerCase()
  return original !== hash && original.length === hash.length && hashForm.test(original) ? original : undefined
}

/** A document that a file begins with, see {@link originalLength}. */
export type FileStart = {
  /** In bytes. */
  readonly length: number
  /** Of these bytes, by the algorithm of the file's own digest. */
  readonly digest: Uint8Array
}

/** How a file that was compared relates to the original that its proof names. */
export type OriginalFacts =
  /** The file is the original; the proof is that of its copy. */
  | { readonly case: 'given'; readonly copy: string }
  /** It is the copy, which begins with the original. */
  | { readonly case: 'inside'; readonly original: string; readonly bytes: number }
  /** It is the copy, and doesn't show the original. */
  | { readonly case: 'claimed'; readonly original: string }

/** Compares a file that fits a proof with the original that the proof names; undefined when it names none. */
export function originalFacts(
  proof: ProofDocument,
  digest: Uint8Array,
  start: FileStart | undefined,
): OriginalFacts | undefined {
  const original = originalOf(proof)
  if (original === undefined) return undefined
  if (toHex(digest) === original) return { case: 'given', copy: proof.hash }
  return isOriginal(start, original) ? { case: 'inside', original, bytes: start.length } : { case: 'claimed', original }
}

/** Whether a file begins with the original of a hash. */
export function isOriginal(start: FileStart | undefined, original: string): start is FileStart {
  return start !== undefined && toHex(start.digest) === original
}
