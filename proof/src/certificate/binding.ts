import { ProofError } from '../errors.js'
import { type ProofDocument, parseProof } from '../format.js'

/*
 * A certificate is words for people around a proof for programs. Nothing on a chain covers the words, so a verifier writes them again
 * from the proof and compares.
 */

/** Result of comparing a certificate's words with its proof. */
export type Binding =
  /**
   * Every word is what the proof says. `shows`: whether it also shows exactly these words. `unsure` of a page whose script the caller
   * does not know, and of a PDF, whose letters are compared by their codes, not by their shapes.
   */
  | { readonly status: 'same'; readonly form: 'pdf' | 'html'; readonly shows: 'the-same' | 'unsure' }
  /** Nothing to compare with: made before its words were bound, or by a later version. */
  | { readonly status: 'unbound'; readonly reason: 'earlier' | 'later' }
  /** A word differs, or something is in the certificate that never is. `found` and `expected` quote the difference. */
  | {
      readonly status: 'changed'
      readonly reason: 'words' | 'several-proofs' | 'hidden-proof' | 'structure'
      readonly found?: string
      readonly expected?: string
    }

/** States a binding in a sentence; undefined when there is nothing to say. */
export function bindingText(binding: Binding): string | undefined {
  if (binding.status === 'unbound') return unboundTexts[binding.reason]
  if (binding.status === 'same') return binding.shows === 'unsure' ? unsureTexts[binding.form] : undefined
  const { reason, found = '', expected = '' } = binding
  if (reason !== 'words') return changedTexts[reason].replace('{found}', found)
  if (expected === '') return `the certificate says “${found}”, which its proof does not say`
  if (found === '') return `the certificate no longer says “${expected}”, as its proof does`
  return `the certificate says “${found}”, but its proof says “${expected}”`
}

const unboundTexts = {
  earlier:
    'This certificate was made before its words were bound: only the proof inside was checked. Believe no other word of it.',
  later:
    'This certificate is of a later version: only the proof inside was checked. A newer verifier compares its words, too.',
} as const

const unsureTexts = {
  html: 'The page runs a script that this verifier does not know. Its words were compared, but what it shows may differ: rely on this verdict.',
  pdf: 'The words of the PDF were compared as text, not as letters are drawn: rely on this verdict.',
} as const

const changedTexts = {
  'several-proofs': 'the certificate contains more than one proof',
  'hidden-proof': 'the certificate hides its proof where no certificate has it',
  structure: 'the certificate contains something that no certificate does: {found}',
} as const

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
