import { type IssuerLook, isLogoSize, isReadableColor, isSignatureLine } from './look.js'
import { german } from './words/de.js'
import { english } from './words/en.js'
import type { CertificateWords } from './words/words.js'

/** The languages of certificates, by the codes of profiles. */
export const certificateLanguages = { EN: english, DE: german } as const satisfies Record<string, CertificateWords>

export type CertificateLanguage = keyof typeof certificateLanguages

/**
 * Inputs of a certificate besides the proof. The certificate carries them, so that a verifier can write its words again and compare.
 * No proof covers them: address, hashes, time zone and look are the issuer's word.
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
  /** Offset of local time from UTC at the block's time, in minutes; 0 for UTC alone. */
  readonly offset: number
  readonly look: IssuerLook
}

/** Version of the words and their form. A change of either is another version, so that no verifier takes an earlier one for changed. */
const version = 3

/** Begins the line of a certificate of one proof, and of several. */
export const marks = { single: 'tallystick-certificate', combined: 'tallystick-combined-certificate' } as const

/** Writes parameters as the line that a certificate carries. */
export function parameterLine(parameters: CertificateParameters): string {
  return line(marks.single, parameters)
}

/** Writes parameters as the line that a combined certificate carries. */
export function combinedLine(parameters: CertificateParameters): string {
  return line(marks.combined, { ...parameters, isPublic: false, offset: 0 })
}

function line(mark: string, parameters: CertificateParameters): string {
  const { language, base, isPublic, isPublished, pageHash, programHash, offset, look } = parameters
  const words = [language, isPublic ? 'public' : 'private', isPublished ? 'published' : 'served']
  const logo = look.logo === undefined ? '-' : `${look.logo.width}x${look.logo.height}`
  const own = [offset, look.color, logo, look.signature === '' ? '-' : spelled(look.signature)]
  return [mark, version, ...words, base, pageHash, programHash, ...own].join(' ')
}

/** Without spaces and quotes, which would end a word of the line or of what contains it. */
const spelled = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

const form =
  /^tallystick-(?:combined-)?certificate 3 ([A-Z]{2}) (public|private) (published|served) (https?:\/\/[\x21-\x7e]{1,500}) ([0-9a-f]{64}) ([0-9a-f]{64}) (0|-?[1-9]\d{0,2}) (#[0-9a-f]{6}) (?:-|(\d{1,4})x(\d{1,4})) (-|[A-Za-z0-9%.!~*()_-]{1,600})$/

/**
 * Reads the line that {@link parameterLine} or {@link combinedLine} writes; `earlier` when it is of an earlier version, `unknown` when of
 * a later one or wrong.
 */
export function readParameters(line: string): CertificateParameters | 'earlier' | 'unknown' {
  if (/^tallystick-(?:combined-)?certificate [12] /.test(line)) return 'earlier'
  const match = form.exec(line)
  if (match === null) return 'unknown'
  const [, language = '', visibility, program, base = '', pageHash = '', programHash = '', offset] = match
  const [color = '', width, height, signature = ''] = match.slice(8)
  const logo = width === undefined ? undefined : { width: Number(width), height: Number(height) }
  const look = { color, signature: signature === '-' ? '' : plain(signature), ...(logo && { logo }) }
  if (!isLanguage(language) || !isIssuerLook(look) || Math.abs(Number(offset)) > offsetMax) return 'unknown'
  return {
    language,
    base,
    pageHash,
    programHash,
    isPublic: visibility === 'public',
    isPublished: program === 'published',
    offset: Number(offset),
    look,
  }
}

/** No place on Earth is further from UTC, in minutes. */
const offsetMax = 14 * 60

const isIssuerLook = ({ color, signature, logo }: IssuerLook) =>
  isReadableColor(color) && isSignatureLine(signature) && (logo === undefined || isLogoSize(logo))

/** Returns a text that no line for a signature has when it isn't spelled as ours are. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '\0'
  }
}

function isLanguage(code: string): code is CertificateLanguage {
  return Object.hasOwn(certificateLanguages, code)
}
