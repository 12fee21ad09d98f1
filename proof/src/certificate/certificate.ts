import type { ProofAnchor, ProofDocument } from '../format.js'
import { originalOf } from '../original/original.js'
import { isPrivateChain, knownChains, mayBePrivate } from '../trust/chains.js'
import { misdatedBlock, receivedAt } from '../trust/receipt-time.js'
import { deletionFacts, deletionWords, isDeletion } from './deletion.js'
import type { IssuerLook } from './look.js'
import { type CertificateParameters, certificateLanguages, parameterLine } from './parameters.js'
import { verifierCommand } from './program.js'
import { type CertificateWords, type ChainWords, fill } from './words/words.js'

/** One fact of a certificate. */
export interface Fact {
  label: string
  value: string
  /** A hash or an address, shown in monospace. */
  isExact?: boolean
}

/** The words of any certificate's first pages, before layout. */
export interface CertificateFace {
  language: string
  words: CertificateWords
  /** Names the certificate where programs show it, and at the foot of its pages. */
  name: string
  /** Says what it is a certificate of, above its heading. */
  kind: string
  /** Name or code of what it is about: its heading. */
  heading: string
  /** Digest whose notches the seal has, in hex. */
  seal: string
  isRecorded: boolean
  headline: string
  /** The block's time in the issuer's time zone; absent for UTC alone. */
  local?: string
  /** Names the block and what the time depends on. */
  clock: string
  /** Shown prominently, most important first. */
  warnings: string[]
  /** The limits of what it proves. */
  notes: string[]
  what: Fact[]
  where: Fact[]
  steps: string[]
  /** The verifier's files and their SHA-256. */
  verifier: Fact[]
  /** Target of the QR code: the public page or the verify page. */
  link: string
  look: IssuerLook
  /** The line of parameters that the certificate carries. */
  parameters: string
}

/** A proof as a certificate carries it. */
export interface AttachedProof {
  filename: string
  json: string
}

/** The content of a certificate of one proof. */
export interface Certificate extends CertificateFace {
  proof: AttachedProof
}

/** By the number of hex digits. */
export const algorithms: Readonly<Record<number, { name: string; command: string }>> = {
  64: { name: 'SHA-256', command: 'sha256sum (Linux), shasum -a 256 (macOS), certutil -hashfile … SHA256 (Windows).' },
  96: { name: 'SHA-384', command: 'sha384sum (Linux), shasum -a 384 (macOS), certutil -hashfile … SHA384 (Windows).' },
  128: { name: 'SHA-512', command: 'sha512sum (Linux), shasum -a 512 (macOS), certutil -hashfile … SHA512 (Windows).' },
}

/**
 * States in words what a proof says. Pure: the same proof and parameters give the same words on every machine, so a verifier writes
 * them again and compares. Verify the proof first; this function doesn't.
 */
export function certificateOf(proof: ProofDocument, parameters: CertificateParameters): Certificate {
  const { language, base, isPublic, isPublished, offset, look } = parameters
  const plain = certificateLanguages[language]
  const words = isDeletion(proof) ? deletionWords(plain, proof) : plain
  const anchor = proof.anchors[0] as ProofAnchor
  const { blockTime, blockNumber = 0 } = anchor
  const names = chainNames(anchor.chain, words)
  const algorithm = algorithms[proof.hash.length] ?? { name: 'Hash', command: '' }
  const subject = words.subject[proof.kind]
  const time = blockTime ? timeText(blockTime, words) : ''
  const say = (text: string, command = verifierCommand(isPublished)) =>
    capital(fill(text, { ...names, block: blockNumber, subject, time, base, command }))
  const { notes, steps } = words
  const misdated = misdatedBlock(proof, [anchor])
  return {
    language,
    words,
    name: `${words.title} ${proof.code}`,
    kind: words.kind,
    heading: isDeletion(proof) ? proof.code : headingOf(givenName(proof), proof.code),
    seal: proof.hash.slice(0, 64),
    isRecorded: blockTime !== undefined,
    headline: say(blockTime ? words.headline.recorded : words.headline.waiting),
    ...(blockTime && offset !== 0 ? { local: localTime(blockTime, offset, words) } : {}),
    clock: say(blockTime ? words.clock : notes.submitted),
    warnings: [
      ...(misdated ? [fill(notes.contradicted, { time, received: timeText(misdated.received, words) })] : []),
      ...(isPrivateChain(anchor) ? [say(notes.private)] : mayBePrivate(anchor) ? [say(notes.unknown)] : []),
      ...(proof.state === 'confirmed' ? [notes.confirmed] : []),
    ],
    notes: [notes.scope, ...(proof.details === undefined ? [notes.withoutDetails] : []), ...closing(words, look)],
    what: [
      ...(isDeletion(proof)
        ? deletionFacts(proof, words, (iso) => timeText(iso, words))
        : whatOf(proof, algorithm.name, words)),
      ...blockFacts(anchor, words),
    ],
    where: whereOf(proof, anchor, words),
    steps: [
      say(steps.browser),
      say(steps.get),
      say(steps.verify),
      ...(blockTime ? [say(mayBePrivate(anchor) ? steps.blockPrivate : steps.block)] : []),
      say(steps.digest, algorithm.command),
      say(steps.byHand),
    ],
    verifier: verifierFacts(parameters),
    link: isPublic ? `${base}/s/${proof.code}` : `${base}/verify`,
    look,
    proof: attachedProof(proof),
    parameters: parameterLine(parameters),
  }
}

/** Writes a proof as certificates carry it. */
export function attachedProof(proof: ProofDocument): AttachedProof {
  return { filename: `proof-${proof.code}.json`, json: `${JSON.stringify(proof, null, 2)}\n` }
}

/** States the verifier's files and their SHA-256. */
export function verifierFacts({
  pageHash,
  programHash,
}: Pick<CertificateParameters, 'pageHash' | 'programHash'>): Fact[] {
  return [
    { label: 'tallystick.html', value: pageHash, isExact: true },
    { label: 'tallystick.mjs', value: programHash, isExact: true },
  ]
}

/** Returns a text among the details of a proof; empty without one. */
export function detailIn({ details }: Pick<ProofDocument, 'details'>, name: string): string {
  return typeof details?.[name] === 'string' ? printable(details[name]) : ''
}

/**
 * Returns the name of what a proof is about, as its owner stated it; empty when the proof leaves it out. A service writes `stamp-` and the
 * code where it was given none: that names nothing.
 */
export function givenName(proof: Pick<ProofDocument, 'code' | 'details'>): string {
  const name = detailIn(proof, 'filename') || detailIn(proof, 'name')
  return name === `stamp-${proof.code}` ? '' : name
}

function whatOf(proof: ProofDocument, algorithm: string, words: CertificateWords): Fact[] {
  const { hash, details, code } = proof
  const { labels } = words
  const stated = (value: string) => (value === '' ? '' : fill(words.asStated, { value }))
  const received = receivedAt({ details })
  return [
    { label: labels.name, value: stated(givenName(proof)) },
    { label: fill(labels.fingerprint, { algorithm }), value: hash, isExact: true },
    { label: labels.original, value: originalOf(proof) ?? '', isExact: true },
    { label: labels.owner, value: stated(detailIn(proof, 'owner')) },
    { label: labels.received, value: stated(received === undefined ? '' : timeText(received, words)) },
    { label: labels.code, value: code, isExact: true },
  ].filter(({ value }) => value !== '')
}

/** The block that it is in, which readers compare. */
function blockFacts(anchor: ProofAnchor, words: CertificateWords): Fact[] {
  const { blockNumber, blockHash } = anchor
  const { labels } = words
  return [
    chainFact(anchor, words),
    ...(blockNumber === undefined ? [] : [{ label: labels.block, value: String(blockNumber) }]),
    ...(blockHash ? [{ label: labels.blockHash, value: blockHash, isExact: true }] : []),
  ]
}

/** Leaves out the index in the tree: one path verifies for several pairs of index and size, so no proof states it. */
function whereOf(proof: ProofDocument, anchor: ProofAnchor, words: CertificateWords): Fact[] {
  const { labels } = words
  return [
    { label: labels.transaction, value: anchor.transactionId, isExact: true },
    { label: labels.root, value: proof.root, isExact: true },
    { label: labels.contract, value: anchor.contract, isExact: true },
    { label: labels.notary, value: anchor.notary, isExact: true },
    { label: labels.issuerNetwork, value: fill(words.quoted, { text: printable(anchor.network) }) },
  ]
}

/** The notes that every certificate ends with. */
export function closing({ notes }: CertificateWords, { logo, signature }: IssuerLook): string[] {
  return [notes.seal, ...(logo !== undefined || signature !== '' ? [notes.look] : []), notes.legal]
}

/** Letters of a name that stand over a certificate; the whole name is among its facts. */
const headingMax = 60
/** Letters of it before and after what is left out: how it begins, and of what type it is. */
const shownOf = { start: 40, end: 16 } as const

function headingOf(name: string, code: string): string {
  const letters = [...name]
  if (letters.length <= headingMax) return name || code
  return `${letters.slice(0, shownOf.start).join('').trimEnd()} … ${letters.slice(-shownOf.end).join('').trimStart()}`
}

/** Names a chain by our own table: what the issuer calls it is a claim. */
function named(chain: string, { named, unknown }: ChainWords): string {
  const name = knownChains.get(chain)?.name
  return name === undefined ? fill(unknown, { number: chain.slice('eip155:'.length) }) : fill(named, { name })
}

/** Returns how sentences name a chain. */
export function chainNames(chain: string, words: CertificateWords): { network: string; ofNetwork: string } {
  return { network: named(chain, words.network), ofNetwork: named(chain, words.ofNetwork) }
}

/** States the chain of an anchor. */
export function chainFact(anchor: ProofAnchor, words: CertificateWords): Fact {
  const name = named(anchor.chain, { named: '{name}', unknown: words.numbered })
  const kind = isPrivateChain(anchor) ? `, ${words.privateNetwork}` : ''
  return { label: words.labels.network, value: `${name} (${anchor.chain})${kind}` }
}

/** Formats a time for people, in UTC: certificates are read in other time zones than they are made in. */
export function timeText(iso: string, words: CertificateWords): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
  const date = fill(words.day, { day: Number(day), month: words.months[Number(month) - 1] ?? month, year })
  // The no-break space keeps the time and its zone on one line.
  return `${date}, ${iso.slice(11, 19)}\u00a0UTC`
}

/** Formats a time as clocks show it where the issuer is. */
function localTime(iso: string, offset: number, words: CertificateWords): string {
  const time = timeText(new Date(Date.parse(iso) + offset * 60_000).toISOString(), words).replace('\u00a0UTC', '')
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const sign = offset < 0 ? '−' : '+'
  return fill(words.local, {
    time,
    offset: `${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`,
  })
}

/** Capitalizes the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Escapes invisible and direction-changing characters, with which a name could imitate another. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped)
}

/** Writes a character that can't be shown as its code point. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
