import { isPublished, type ProofDocument, verifyProof } from '@tallystick/proof'
import { type Certificate, certificateOf, certificatePage } from '@tallystick/proof/certificate'
import type { Language } from '../texts/languages.js'
import { type Letterhead, offsetAt } from './letterhead/letterhead.js'
import { verifier } from './verifier.js'

/**
 * Returns the certificate of a proof.
 *
 * @param options.base public address of the service, without a trailing slash
 * @param options.isPublic whether the page of the code is public
 * @param options.letterhead how the operator's certificates look
 * @throws {Error} when the proof doesn't verify: there is never a certificate for such a one
 */
export function certificateIn(
  proof: ProofDocument,
  {
    language,
    base,
    isPublic,
    letterhead,
  }: { language: Language; base: string; isPublic: boolean; letterhead: Letterhead },
): Certificate {
  const { failure } = verifyProof(proof)
  if (failure) throw new Error(`the proof of ${proof.code} does not verify: ${failure.detail}`)
  const { page, program } = verifier()
  const hashes = { pageHash: page.hash, programHash: program.hash }
  const { look, timeZone } = letterhead
  const blockTime = proof.anchors[0]?.blockTime
  const offset = blockTime === undefined ? 0 : offsetAt(timeZone, blockTime)
  return certificateOf(proof, { language, base, isPublic, isPublished, ...hashes, offset, look })
}

/** Returns a certificate as a page, which verifies itself. */
export function htmlOf(certificate: Certificate, { logo }: Letterhead): string {
  const { script, pagePolicy } = verifier()
  return certificatePage(certificate, script, logo && Buffer.from(logo).toString('base64'), pagePolicy)
}
