import { setTimeout as wait } from 'node:timers/promises'
import { exportOts, type ProofDocument, type proofEndings } from '@tallystick/proof'
import { type ArchiveEntry, bytesFile, jsonFile, textFile } from '../base/archives/archive.js'
import { ApiError } from '../http/errors.js'
import type { Language } from '../texts/languages.js'
import { certificateIn, htmlOf } from './certificate-of.js'
import type { PdfDrawer } from './pdf-drawer.js'

/** Forms of a proof in an archive. */
export const proofParts = ['pdf', 'html', 'json', 'ots'] as const satisfies readonly (keyof typeof proofEndings)[]
export type ProofPart = (typeof proofParts)[number]

/** Context of the proofs in an archive. */
export interface ProofFiles {
  drawer: PdfDrawer
  /** The account that drawing counts for. */
  owner: string
  /** Public address of the service, without a trailing slash. */
  base: string
  language: Language
}

/** Returns whether a proof has such a form: OpenTimestamps knows SHA-256 alone. */
export function hasForm(part: ProofPart, { hash }: { hash: Uint8Array }): boolean {
  return part !== 'ots' || hash.length === 32
}

/** Returns a proof as a file of an archive. */
export async function proofFile(
  { path, proof, isPublic, modifiedAt }: { path: string; proof: ProofDocument; isPublic: boolean; modifiedAt: Date },
  part: ProofPart,
  { drawer, owner, base, language }: ProofFiles,
): Promise<ArchiveEntry> {
  if (part === 'json') return jsonFile(path, proof, modifiedAt)
  if (part === 'ots') return bytesFile(path, exportOts(proof), modifiedAt)
  const { letterhead } = drawer
  const certificate = certificateIn(proof, { language, base, isPublic, letterhead })
  if (part === 'html') return textFile(path, htmlOf(certificate, letterhead), modifiedAt)
  return bytesFile(path, await drawn(drawer, owner, certificate), modifiedAt)
}

const patienceMs = 1000
const attemptsMax = 120

/** Draws a certificate. An archive waits while too many others are drawn: it would break off in its middle. */
async function drawn(drawer: PdfDrawer, owner: string, certificate: Parameters<PdfDrawer['draw']>[1]): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await drawer.draw(owner, certificate)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'queue_full' || attempt === attemptsMax) throw error
      await wait(patienceMs)
    }
  }
}
