import { ProofError, type RefusalFacts } from '../errors.js'
import { type ProofDocument, parseProof } from '../format.js'
import type { IssuerLook } from './look.js'

/*
 * A certificate is words for people around a proof for programs. Nothing on a chain covers the words, so a verifier writes them again
 * from the proof and compares.
 */

/** Result of comparing a certificate's words with its proof. */
export type Binding =
  /**
   * Every word is what the proof says, and there is nothing else. `shows`: whether it also shows exactly these words. `unsure` of a
   * page whose script the caller does not know, and of a PDF with letters whose shapes this package does not know. `hasOwn`: it has a
   * logo or a line for a signature, which are the issuer's own.
   */
  | {
      readonly status: 'same'
      readonly form: 'pdf' | 'html'
      readonly shows: 'the-same' | 'unsure'
      readonly hasOwn?: true
    }
  /**
   * Nothing to compare with: of an earlier or a later version, or `resaved`: not as we write a certificate,
   * such as by a program that has saved it again.
   */
  | { readonly status: 'unbound'; readonly reason: 'earlier' | 'later' | 'resaved' }
  /** A word differs, or something is in the certificate that never is. `found` and `expected` quote the difference. */
  | {
      readonly status: 'changed'
      readonly reason: 'words' | 'several-proofs' | 'hidden-proof' | 'structure'
      readonly found?: string
      readonly expected?: string
    }

/** Returns the facts of a certificate's words that differ, for the sentence that says so. */
export function changeFacts({
  reason,
  found = '',
  expected = '',
}: Extract<Binding, { status: 'changed' }>): RefusalFacts['words'] {
  const words = expected === '' ? 'added' : found === '' ? 'removed' : 'words'
  return { case: reason === 'words' ? words : reason, found, expected }
}

/** Returns whether a certificate has parts of its issuer's own, as a {@link Binding} says it. */
export function issuersOwn({ look: { logo, signature } }: { look: IssuerLook }): { hasOwn?: true } {
  return logo !== undefined || signature !== '' ? { hasOwn: true } : {}
}

/** Parses a proof; undefined when it is malformed, which its own checks report. */
export function wellFormed(json: unknown): ProofDocument | undefined {
  try {
    return parseProof(json)
  } catch (error) {
    if (error instanceof ProofError) return undefined
    throw error
  }
}

/** Shortens a quotation for a message. */
export function shortened(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain
}
