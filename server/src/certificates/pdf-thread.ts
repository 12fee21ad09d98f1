import { type ProofDocument, verifyProof } from '@tallystick/proof'
import type { CertificateParameters } from '@tallystick/proof/certificate'
import { answer } from '../base/thread.js'
import { type CombinedEnd, CombinedPdf } from './combined-pdf.js'
import { certificatePdf } from './pdf.js'
import type { PdfOptions } from './pdf-document.js'

/** Combined certificates being drawn, by number. */
const combined = new Map<number, CombinedPdf>()
let last = 0

function under(id: number): CombinedPdf {
  const pdf = combined.get(id)
  if (pdf === undefined) throw new Error(`no certificate ${id} is being drawn`)
  return pdf
}

const methods = {
  draw: certificatePdf,
  begin(parameters: CertificateParameters, options: PdfOptions): number {
    combined.set(++last, new CombinedPdf(parameters, options))
    return last
  },
  add(id: number, proofs: readonly ProofDocument[]): Uint8Array {
    for (const proof of proofs) {
      const { failure } = verifyProof(proof)
      // There is never a certificate for a proof that doesn't verify.
      if (failure) throw new Error(`the proof of ${proof.code} does not verify: ${failure.detail}`)
    }
    return under(id).add(proofs)
  },
  drawSome: (id: number) => under(id).drawSome(),
  end: (id: number): Promise<CombinedEnd> => under(id).end(),
  drop(id: number): void {
    combined.delete(id)
  },
}

/** The methods of the drawing thread. */
export type PdfMethods = typeof methods

answer(methods)
