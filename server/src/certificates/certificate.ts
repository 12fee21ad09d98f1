import { isPrivateChain, networkName, type ProofAnchor, type ProofDocument, verifyProof } from '@tallystick/proof'
import { type Language, languages } from '../texts/languages.js'
import { type CertificateTexts, fill } from '../texts/texts.js'

/** One fact of a certificate. */
export interface Fact {
  label: string
  value: string
  /** A hash or an address: shown letter by letter. */
  isExact?: boolean
}

/** What a certificate says, before it is drawn. */
export interface Certificate {
  language: Language
  words: CertificateTexts
  code: string
  isProven: boolean
  headline: string
  /** Whose clock it is. */
  clock: string
  /** What must not be overlooked, most urgent first. */
  warnings: string[]
  /** What it does not say. */
  notes: string[]
  what: Fact[]
  where: Fact[]
  steps: string[]
  /** Where a person can look it up; the QR code leads there. */
  link: string
  proof: { filename: string; json: string }
}

/** What a certificate needs to know beside the proof. */
export interface CertificateOptions {
  language: Language
  /** Where the world reaches the service, without a slash at its end. */
  base: string
  /** May everybody see the page of the code? */
  isPublic: boolean
  form: 'pdf' | 'html'
}

const algorithms: Readonly<Record<number, { name: string; command: string }>> = {
  64: { name: 'SHA-256', command: 'sha256sum (Linux), shasum -a 256 (macOS), certutil -hashfile … SHA256 (Windows).' },
  96: { name: 'SHA-384', command: 'sha384sum (Linux), shasum -a 384 (macOS), certutil -hashfile … SHA384 (Windows).' },
  128: { name: 'SHA-512', command: 'sha512sum (Linux), shasum -a 512 (macOS), certutil -hashfile … SHA512 (Windows).' },
}

/**
 * Says in words what a proof proves. It is verified first.
 *
 * @throws Error when the proof does not verify: no certificate is made of it
 */
export function certificateOf(proof: ProofDocument, options: CertificateOptions): Certificate {
  const { failure } = verifyProof(proof)
  if (failure) throw new Error(`the proof of ${proof.code} does not verify: ${failure.message}`)
  const { language, base, isPublic, form } = options
  const { locale, texts } = languages[language]
  const words = texts.certificate
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
    what: whatOf(proof, algorithm.name, words, locale),
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
  const place = { place: proof.leafIndex + 1, size: proof.treeSize }
  const network = `${networkName(anchor)}${isPrivate ? `, ${words.privateNetwork}` : ''}`
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
    { label: labels.place, value: fill(words.place, place) },
  ]
}

/** A moment for people, in UTC: a certificate is read in other time zones than it is made. */
export function timeText(iso: string, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
  // Its parts stay together in one line.
  return `${day}, ${iso.slice(11, 19)}\u00a0UTC`
}

/** Without characters that could make it look like something else: names are somebody else's text. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped)
}

/** How a character is written that cannot be shown. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
