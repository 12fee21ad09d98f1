import { sha256, utf8 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import type { ProofAnchor, ProofDocument } from '../format.js'
import { isPrivateChain, mayBePrivate } from '../trust/chains.js'
import { misdatedBlock } from '../trust/receipt-time.js'
import {
  algorithms,
  type CertificateFace,
  capital,
  chainFact,
  chainNames,
  closing,
  detailIn,
  type Fact,
  givenName,
  timeText,
  verifierFacts,
} from './certificate.js'
import { type CertificateParameters, certificateLanguages, combinedLine } from './parameters.js'
import { verifierCommand } from './program.js'
import { type CertificateWords, fill } from './words/words.js'

/** A document in the table of a combined certificate, as texts in the order of its columns. */
export type TableRow = readonly [
  number: string,
  name: string,
  fingerprint: string,
  code: string,
  block: string,
  time: string,
]

/** The content of a certificate of several proofs. The proofs themselves are attached beside it. */
export interface CombinedCertificate extends CertificateFace {
  table: { head: TableRow; rows: readonly TableRow[] }
}

/** A chain as one issuer used it. */
interface Network {
  anchor: ProofAnchor
  /** In the order in which documents name them: hash by number. */
  blocks: Map<string, number>
}

/**
 * Gathers proofs into one certificate. Keeps of each proof only its row of the table, so that thousands take little memory. Pure like
 * {@link certificateOf}: a verifier gathers the same proofs again and compares.
 */
export class Combination {
  private readonly parameters: CertificateParameters
  private readonly words: CertificateWords
  private readonly rows: TableRow[] = []
  private readonly codes = new Set<string>()
  private readonly networks = new Map<string, Network>()
  private readonly owners = new Set<string>()
  private readonly digests = new Set<number>()
  private readonly times = new Set<string>()
  private readonly count = { waiting: 0, confirmed: 0, contradicted: 0, withoutDetails: 0 }

  constructor(parameters: CertificateParameters) {
    this.parameters = parameters
    this.words = certificateLanguages[parameters.language]
  }

  /** Whether a code is among the proofs already: each has one row. */
  has(code: string): boolean {
    return this.codes.has(code)
  }

  /** Adds a proof as the next row. Verify it first; this method doesn't. */
  add(proof: ProofDocument): void {
    const { words, rows, count } = this
    const anchor = proof.anchors[0] as ProofAnchor
    const { blockTime, blockNumber, blockHash } = anchor
    const time = blockTime === undefined ? words.combined.notInBlock : this.moment(blockTime)
    const block = blockNumber === undefined ? '–' : String(blockNumber)
    rows.push([String(rows.length + 1), givenName(proof) || '–', proof.hash, proof.code, block, time])
    this.codes.add(proof.code)
    this.digests.add(proof.hash.length)
    const owner = detailIn(proof, 'owner')
    if (owner !== '') this.owners.add(owner)
    const { chain, network, contract, notary } = anchor
    const key = JSON.stringify([chain, network, contract, notary])
    const known = this.networks.get(key) ?? { anchor, blocks: new Map<string, number>() }
    this.networks.set(key, known)
    if (blockHash !== undefined && blockNumber !== undefined) known.blocks.set(blockHash, blockNumber)
    if (blockTime === undefined) count.waiting++
    else this.times.add(blockTime)
    if (proof.state === 'confirmed') count.confirmed++
    if (misdatedBlock(proof, [anchor]) !== undefined) count.contradicted++
    if (proof.details === undefined) count.withoutDetails++
  }

  /** Time of the last block; undefined while none is in one. */
  get lastTime(): string | undefined {
    return [...this.times].sort().at(-1)
  }

  /** States in words what the proofs say that were added. */
  certificate(): CombinedCertificate {
    const { words, parameters, rows } = this
    const { combined } = words
    const recorded = rows.length - this.count.waiting
    const title = this.numbered(combined.title, rows.length)
    const shown = { ...words, title, steps: { ...words.steps, intro: combined.steps.intro } }
    shown.notes = { ...words.notes, seal: combined.seal }
    return {
      language: parameters.language,
      words: shown,
      name: title,
      kind: words.kind,
      heading: title,
      seal: this.seal(),
      isRecorded: recorded > 0,
      headline: recorded > 0 ? this.headline(recorded) : words.headline.waiting,
      clock: this.clock(),
      warnings: this.warnings(),
      notes: [
        combined.scope,
        ...this.counted(combined.withoutDetails, this.count.withoutDetails),
        ...closing(shown, parameters.look),
      ],
      what: this.what(),
      where: [...this.networks.values()].flatMap((network) => this.where(network)),
      steps: this.steps(),
      verifier: verifierFacts(parameters),
      link: `${parameters.base}/verify`,
      look: parameters.look,
      parameters: combinedLine(parameters),
      table: { head: this.head(), rows },
    }
  }

  /** All fingerprints in their order. */
  private seal(): string {
    return toHex(sha256(utf8(this.rows.map(([, , fingerprint]) => fingerprint).join('\n'))))
  }

  private head(): TableRow {
    const { labels, combined } = this.words
    const fingerprint = fill(labels.fingerprint, { algorithm: this.algorithmNames().join(', ') })
    return [combined.labels.number, combined.labels.name, fingerprint, labels.code, labels.block, combined.labels.time]
  }

  private headline(recorded: number): string {
    const { words } = this
    const { subject, headline } = words.combined
    const [first = '', ...others] = [...this.times].sort()
    const last = others.at(-1) ?? first
    const times = { time: timeText(first, words), first: timeText(first, words), last: timeText(last, words) }
    return fill(first === last ? headline.one : headline.several, {
      subject: this.numbered(subject, recorded),
      ...times,
    })
  }

  private clock(): string {
    const { words } = this
    const [[network] = [], ...others] = [...this.networks.values()].map(({ anchor, blocks }) =>
      [...blocks.values()].map((block) => ({ ...chainNames(anchor.chain, words), block })),
    )
    if (this.times.size === 0) return words.combined.notRecorded
    const isOne = others.length === 0 && this.blockCount() === 1 && network !== undefined
    return isOne ? capital(fill(words.clock, network)) : words.combined.clock
  }

  private warnings(): string[] {
    const { words, count } = this
    const { notes, combined } = words
    const chains = new Map([...this.networks.values()].map(({ anchor }) => [anchor.chain, anchor]))
    return [
      ...this.counted(combined.waiting, this.times.size === 0 ? 0 : count.waiting),
      ...this.counted(combined.contradicted, count.contradicted),
      ...[...chains.values()].filter(mayBePrivate).map((anchor) => {
        const text = isPrivateChain(anchor) ? notes.private : notes.unknown
        return capital(fill(text, chainNames(anchor.chain, words)))
      }),
      ...this.counted(combined.confirmed, count.confirmed),
    ]
  }

  private what(): Fact[] {
    const { words } = this
    const { labels, combined } = words
    const times = [...this.times].sort()
    const [first, last] = [times[0], times.at(-1)]
    return [
      { label: combined.labels.documents, value: this.number(this.rows.length) },
      ...[...this.owners].map((owner) => ({ label: labels.owner, value: fill(words.asStated, { value: owner }) })),
      ...(first === undefined || last === undefined ? [] : this.timeFacts(first, last)),
    ]
  }

  private timeFacts(first: string, last: string): Fact[] {
    const { words } = this
    const { labels, combined } = words
    if (first === last) return [{ label: labels.blockTime, value: timeText(first, words) }]
    return [
      { label: combined.labels.firstTime, value: timeText(first, words) },
      { label: combined.labels.lastTime, value: timeText(last, words) },
    ]
  }

  private where({ anchor, blocks }: Network): Fact[] {
    const { words } = this
    const { labels } = words
    return [
      chainFact(anchor, words),
      { label: labels.contract, value: anchor.contract, isExact: true },
      { label: labels.notary, value: anchor.notary, isExact: true },
      ...[...blocks].map(([hash, block]) => ({ label: `${labels.block} ${block}`, value: hash, isExact: true })),
    ]
  }

  private steps(): string[] {
    const { words, parameters } = this
    const { steps, combined } = words
    const { base, isPublished } = parameters
    const commands = [...this.digests].flatMap((digits) => algorithms[digits]?.command ?? [])
    const inBlocks = [...this.networks.values()].filter(({ blocks }) => blocks.size > 0)
    const named = (isOwn: boolean) => [
      ...new Set(
        inBlocks
          .filter(({ anchor }) => mayBePrivate(anchor) === isOwn)
          .map(({ anchor }) => chainNames(anchor.chain, words).ofNetwork),
      ),
    ]
    const compare = (text: string, networks: string[]) =>
      networks.length === 0 ? [] : [fill(text, { ofNetworks: networks.join(', ') })]
    return [
      fill(combined.steps.browser, { base }),
      fill(steps.get, { base }),
      fill(combined.steps.verify, { command: verifierCommand(isPublished) }),
      ...compare(combined.steps.blocks, named(false)),
      ...compare(combined.steps.blocksPrivate, named(true)),
      fill(combined.steps.digest, { command: commands.join(' ') }),
      fill(steps.byHand, { base }),
    ]
  }

  private algorithmNames(): string[] {
    return [...this.digests].flatMap((digits) => algorithms[digits]?.name ?? [])
  }

  private blockCount(): number {
    return [...this.networks.values()].reduce((sum, { blocks }) => sum + blocks.size, 0)
  }

  /** Returns a sentence about some of the documents; none when it is about none. */
  private counted(text: string, count: number): string[] {
    return count === 0 ? [] : [fill(text, { count: this.number(count), all: this.number(this.rows.length) })]
  }

  /** Writes a time shortly, for the table. */
  private moment(iso: string): string {
    const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
    return fill(this.words.combined.moment, { year, month, day, clock: iso.slice(11, 19) })
  }

  private numbered({ one, many }: { one: string; many: string }, count: number): string {
    return fill(count === 1 ? one : many, { count: this.number(count) })
  }

  private number(value: number): string {
    return String(value).replace(/\B(?=(?:\d{3})+$)/g, this.words.combined.thousands)
  }
}
