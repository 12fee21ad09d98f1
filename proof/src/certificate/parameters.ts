import { german } from './de.js'
import { english } from './en.js'
import type { CertificateWords } from './words.js'

/** The languages of certificates, by the codes of profiles. */
export const certificateLanguages = { EN: english, DE: german } as const satisfies Record<string, CertificateWords>

export type CertificateLanguage = keyof typeof certificateLanguages

/**
 * Inputs of a certificate besides the proof. The certificate carries them, so that a verifier can write its words again and compare.
 * No proof covers them: address and hashes are the issuer's word.
 */
export interface CertificateParameters {
  readonly language: CertificateLanguage
  /** Public address of the service, without a trailing slash. */
  readonly base: string
  /** Whether the page of the code is public. */
  readonly isPublic: boolean
  /** Whether the program is run from the package registry. */
  readonly isPublished: boolean
  /** SHA-256 of the verifier's page and program, in hex. */
  readonly pageHash: string
  readonly programHash: string
}

/** Version of the words. A change of any word is another version, so that certificates of the earlier one stay readable. */
const version = 1

/** Begins the line of a certificate of one proof, and of several. */
export const marks = { single: 'tallystick-certificate', combined: 'tallystick-combined-certificate' } as const

/** Writes parameters as the line that a certificate carries. */
export function parameterLine(parameters: CertificateParameters): string {
  return line(marks.single, parameters)
}

/** Writes parameters as the line that a combined certificate carries. */
export function combinedLine(parameters: CertificateParameters): string {
  return line(marks.combined, { ...parameters, isPublic: false })
}

function line(mark: string, parameters: CertificateParameters): string {
  const { language, base, isPublic, isPublished, pageHash, programHash } = parameters
  const words = [language, isPublic ? 'public' : 'private', isPublished ? 'published' : 'served']
  return [mark, version, ...words, base, pageHash, programHash].join(' ')
}

/** Reads the line that {@link parameterLine} or {@link combinedLine} writes; `unknown` when it is of another version or wrong. */
export function readParameters(line: string): CertificateParameters | 'unknown' {
  const match =
    /^tallystick-(?:combined-)?certificate 1 ([A-Z]{2}) (public|private) (published|served) (https?:\/\/[\x21-\x7e]{1,500}) ([0-9a-f]{64}) ([0-9a-f]{64})$/.exec(
      line,
    )
  const [, language = '', visibility, program, base = '', pageHash = '', programHash = ''] = match ?? []
  if (!match || !isLanguage(language)) return 'unknown'
  return {
    language,
    base,
    pageHash,
    programHash,
    isPublic: visibility === 'public',
    isPublished: program === 'published',
  }
}

function isLanguage(code: string): code is CertificateLanguage {
  return Object.hasOwn(certificateLanguages, code)
}
