import { chainName, isPrivateChain, type ProofAnchor, type ProofDocument, verifyProof } from '@tallystick/proof'
import { type Language, languages } from '../texts/languages.js'
import { type CertificateTexts, fill } from '../texts/texts.js'
import { deletionFacts, deletionWords, isDeletion } from './deletion.js'

/** One fact of a certificate. */
export interface Fact {
  label: string
  value: string
  /** A hash or an address, shown in monospace. */
  isExact?: boolean
}

/** The content of a certificate, before layout. */
export interface Certificate {
  language: Language
  words: CertificateTexts
  code: string
  isProven: boolean
  headline: string
  /** Names the clock the time comes from. */
  clock: string
  /** Shown prominently, most important first. */
  warnings: string[]
  /** The limits of what it proves. */
  notes: string[]
  what: Fact[]
  where: Fact[]
  steps: string[]
  /** Target of the QR code: the public page or the verify page. */
  link: string
  proof: { filename: string; json: string }
}

/** Inputs of a certificate besides the proof. */
export interface CertificateOptions {
  language: Language
  /** Public address of the service, without a trailing slash. */
  base: string
  /** Whether the page of the code is public. */
  isPublic: boolean
  form: 'pdf' | 'html'
}

const algorithms: Readonly<Record<number, { name: string; command: string }>> = {
  64: { name: 'SHA-256', command: 'sha256sum (Linux), shasum -a 256 (macOS), certutil -hashfile … SHA256 (Windows).' },
  96: { name: 'SHA-384', command: 'sha384sum (Linux), shasum -a 384 (macOS), certutil -hashfile … SHA384 (Windows).' },
  128: { name: 'SHA-512', command: 'sha512sum (Linux), shasum -a 512 (macOS), certutil -hashfile … SHA512 (Windows).' },
}

/**
 * Verifies a proof and states in words what it proves.
 *
 * @throws {Error} when the proof doesn't verify; there is never a certificate for such a proof
 */
export function certificateOf(proof: ProofDocument, options: CertificateOptions): Certificate {
  const { failure } = verifyProof(proof)
  if (failure) throw new Error(`the proof of ${proof.code} does not verify: ${failure.message}`)
  const { language, base, isPublic, form } = options
  const { locale, texts } = languages[language]
  const words = isDeletion(proof) ? deletionWords(texts.certificate, proof) : texts.certificate
  const anchor = proof.anchors[0] as ProofAnchor
  const { blockTime, blockNumber = 0 } = anchor
  const network = anchor.network
  const isPrivate = isPrivateChain(anchor)
  const filename = `proof-${proof.code}.json`
  const algorithm = algorithms[proof.hash.length] ?? { name: 'Hash', command: '' }
  const filled = {
    network,
    block: blockNumber,
    file: filename,
    command: algorithm.command,
    page: `${base}/verify`,
    subject: words.subject[proof.kind],
    time: blockTime ? timeText(blockTime, locale) : '',
  }
  const say = (text: string) => fill(text, filled)
  const { notes, steps } = words
  const block = isPrivate ? steps.blockPrivate : steps.block
  return {
    language,
    words,
    code: proof.code,
    isProven: blockTime !== undefined,
    headline: say(blockTime ? words.headline.proven : words.headline.waiting),
    clock: blockTime ? say(words.clock) : say(notes.submitted),
    warnings: [...(isPrivate ? [say(notes.private)] : []), ...(proof.state === 'confirmed' ? [notes.confirmed] : [])],
    notes: [notes.scope, notes.legal],
    what: isDeletion(proof)
      ? deletionFacts(proof, words, (iso) => timeText(iso, locale))
      : whatOf(proof, algorithm.name, words, locale),
    where: whereOf(proof, anchor, isPrivate, words, locale),
    steps: [
      form === 'pdf' ? steps.pdf : steps.html,
      steps.digest,
      steps.verify,
      ...(blockTime ? [block] : []),
      steps.byHand,
    ].map(say),
    link: isPublic ? `${base}/s/${proof.code}` : `${base}/verify`,
    proof: { filename, json: `${JSON.stringify(proof, null, 2)}\n` },
  }
}

function whatOf(
  { hash, details, code }: ProofDocument,
  algorithm: string,
  words: CertificateTexts,
  locale: string,
): Fact[] {
  const { labels, asStated } = words
  const text = (name: string) => (typeof details?.[name] === 'string' ? printable(details[name]) : '')
  const stated = (value: string) => (value === '' ? '' : `${value} (${asStated})`)
  const received = text('createdAt') || text('at')
  return [
    { label: labels.name, value: stated(text('filename') || text('name')) },
    { label: fill(labels.fingerprint, { algorithm }), value: hash, isExact: true },
    { label: labels.owner, value: stated(text('owner')) },
    { label: labels.received, value: received && timeText(received, locale) },
    { label: labels.code, value: code, isExact: true },
  ].filter(({ value }) => value !== '')
}

function whereOf(
  proof: ProofDocument,
  anchor: ProofAnchor,
  isPrivate: boolean,
  words: CertificateTexts,
  locale: string,
): Fact[] {
  const { labels } = words
  const network = `${chainName(anchor.chain)} (${anchor.chain})${isPrivate ? `, ${words.privateNetwork}` : ''}`
  const { blockNumber, blockHash, blockTime } = anchor
  return [
    { label: labels.network, value: network },
    ...(blockTime ? [{ label: labels.blockTime, value: timeText(blockTime, locale) }] : []),
    ...(blockNumber === undefined ? [] : [{ label: labels.block, value: String(blockNumber) }]),
    ...(blockHash ? [{ label: labels.blockHash, value: blockHash, isExact: true }] : []),
    { label: labels.transaction, value: anchor.transactionId, isExact: true },
    { label: labels.contract, value: anchor.contract, isExact: true },
    { label: labels.notary, value: anchor.notary, isExact: true },
    { label: labels.root, value: proof.root, isExact: true },
  ]
}

/** Formats a time for people, in UTC: certificates are read in other time zones than they are made in. */
export function timeText(iso: string, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
  // The no-break space keeps the time and its zone on one line.
  return `${day}, ${iso.slice(11, 19)}\u00a0UTC`
}

/** Escapes invisible and direction-changing characters, with which a name could imitate another. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped)
}

/** Writes a character that can't be shown as its code point. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
