import type { ProofDocument } from '../format.js'
import { inOneDirection } from './one-direction.js'
import { portableName, portableNameBytesMax } from './portable-name.js'

/** Ends the name of a proof's file, by its format. */
export const proofEndings = {
  pdf: '.proof.pdf',
  html: '.proof.html',
  json: '.proof.json',
  ots: '.ots',
  tsr: '.tsr.zip',
} as const

/**
 * Names the file that a proof is saved in: after the document, so that both stand side by side in a folder.
 * @param document its name, with or without folders, and the proof's code, which names the file where the document's name isn't known.
 * @example
 * proofFileName({ name: 'Case 7/contract.pdf', code: '7G4K9XWQ20' }, 'json') // 'contract.pdf.proof.json'
 * proofFileName({ code: '7G4K9XWQ20' }, 'pdf') // '7G4K9XWQ20.proof.pdf'
 */
export function proofFileName(
  { name = '', code }: { name?: string | undefined; code: string },
  format: keyof typeof proofEndings,
): string {
  const ending = proofEndings[format]
  const document = inOneDirection(name.split(/[/\\]/).at(-1) ?? '').trim() || code
  return `${portableName(document, { bytesMax: portableNameBytesMax - ending.length })}${ending}`
}

/** Names the file that a proof is saved in, after the document as the proof names it. */
export function savedAs({ code, details }: ProofDocument, format: keyof typeof proofEndings): string {
  const name = [details?.filename, details?.name].find((value) => typeof value === 'string' && value !== '')
  return proofFileName({ name: name as string | undefined, code }, format)
}
