import { readFileSync } from 'node:fs'
import type { ProofDocument } from '@tallystick/proof'
import { plainLook } from '@tallystick/proof/certificate'

/** The valid proofs of the vectors, by name. */
export const valid: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8'),
)

/** The one that most certificates are drawn of. */
export const proof = valid['content of a file'] as ProofDocument

/** Of every certificate that is drawn, but for its language. */
export const parameters = {
  base: 'https://notary.example',
  isPublic: true,
  isPublished: false,
  pageHash: 'a'.repeat(64),
  programHash: 'b'.repeat(64),
  offset: 0,
  look: plainLook,
}

/** How the words of a certificate compare that is as it was drawn. */
export const same = { status: 'same', form: 'pdf', shows: 'the-same' }
