import type { Evidence, ProofError } from '@tallystick/proof'
import { textIn } from './hash-in.js'

/** Returns whether evidence is about a change to a folder, which is not a document that anyone could drop. */
export function isOfChange(evidence: Evidence | ProofError): boolean {
  return 'json' in evidence && textIn(evidence.json, 'kind') === 'change'
}
