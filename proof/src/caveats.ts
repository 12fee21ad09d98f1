import type { Binding } from './certificate/binding.js'
import type { ProofAnchor, ProofDocument, ProofWitness } from './format.js'
import { type FileStart, type OriginalFacts, originalFacts } from './original/original.js'
import type { ChainKind } from './trust/chain.js'
import { type AnchorChain, isPrivateChain, knownChains } from './trust/chains.js'
import { type BlockAnchor, type ComparedBlock, isHashOnly } from './trust/known-blocks.js'
import type { KnownTime } from './trust/known-times.js'
import type { MisdatedBlock } from './trust/receipt-time.js'
import type { Source } from './trust/source.js'

/*
 * Limits of a verdict: what it leaves open, and what a reader must believe for it to mean something. Codes and facts only; the tables
 * of words (words/en.ts, words/de.ts) have a sentence for each. `case` picks among several.
 */

type OfChain = { readonly chain: string }
type OfBlock = OfChain & { readonly block: number }
/** `more`: how many blocks beyond the one that is named. */
type OfBlocks = OfBlock & { readonly case: 'one' | 'several'; readonly more: number }
type Nothing = Readonly<Record<never, never>>

/** Facts of each kind of caveat. A closed set. */
export type CaveatFacts = {
  /** The transaction is signed, but in no block yet: of the proof, of one that someone else vouches for, or of some files. */
  readonly 'not-in-block':
    | { readonly case: 'alone' | 'beside' }
    | { readonly case: 'some'; readonly waiting: number; readonly files: number }
  /** The block was compared with nothing outside of the document. */
  readonly 'not-compared': OfBlocks
  /** Checkpoints before and after the block bound its time. */
  readonly 'between-checkpoints':
    | (OfBlock & { readonly case: 'after'; readonly after: string })
    | (OfBlock & { readonly case: 'before'; readonly before: string })
    | (OfBlock & { readonly case: 'both'; readonly after: string; readonly before: string })
  /** The reader hasn't said that they trust who signed the list of checkpoints. */
  readonly 'signer-not-pinned': { readonly by: readonly Source[] }
  /** The document names another block that nothing vouched for. */
  readonly 'others-not-compared': OfBlocks
  /** The document names a witness whose statement has not been checked. */
  readonly 'witness-not-checked': { readonly case: 'authority' | 'calendar'; readonly witnesses: readonly string[] }
  /** `claimed`: only the issuer says that the chain is private. */
  readonly 'private-chain': OfChain & { readonly case: 'known' | 'claimed' }
  readonly 'test-chain': OfChain
  readonly 'unknown-chain': OfChain
  /** One sequencer sets the chain's clock. */
  readonly rollup: OfChain
  /** The chain's own validators set its clock, beside those of another chain. */
  readonly sidechain: OfChain
  /** The chain is no longer run, or is being shut down. */
  readonly 'chain-ended': OfChain
  /** A block is dated before the entry was received, as the issuer says. */
  readonly 'times-contradict': OfBlock & { readonly time: string; readonly received: string }
  /** The document's names and states are its issuer's claims. */
  readonly claims: { readonly networks: readonly string[]; readonly states: readonly string[] }
  readonly 'no-file': { readonly hash: string }
  readonly 'no-details': Nothing
  /** A certificate whose words were not compared with its proof, or can show something else than was compared. */
  readonly 'words-unbound': { readonly case: 'earlier' | 'later' | 'resaved' }
  readonly 'words-shown': { readonly case: 'html' | 'pdf' }
  /** The file is the original of the stamped copy, or the copy of an original. */
  readonly original: OriginalFacts
  /** A certificate with a logo or a line for a signature, which no proof covers. */
  readonly 'words-own': Nothing
  /** A manifest: the list of files, their names and paths. */
  readonly list: Nothing
  readonly 'no-files': Nothing
  /** An .ots file: transaction and block are named, not contained. */
  readonly 'named-only': OfChain & { readonly transaction: string }
  readonly 'digest-only': Nothing
  /** Nodes that were asked: one does not have the block, or they contradict each other. */
  readonly 'node-lacks-block': OfBlock & { readonly hosts: readonly string[]; readonly newest: readonly number[] }
  readonly 'nodes-disagree':
    | (OfBlock & { readonly case: 'hashes'; readonly hosts: readonly string[]; readonly others: readonly string[] })
    | (OfBlock & { readonly case: 'few'; readonly hosts: readonly string[]; readonly needed: number })
  /** A certificate behind the timestamp token that the verdict rests on has expired. */
  readonly 'certificate-expired': { readonly authority: string; readonly validUntil: string }
  /** One has expired, but a block shows that the token existed before. */
  readonly 'token-recorded': OfBlock & {
    readonly authority: string
    readonly validUntil: string
    readonly time: string
  }
  /** Whether one was revoked takes the network to know. */
  readonly 'revocation-unknown':
    | { readonly case: 'ever'; readonly authority: string }
    | (OfBlock & { readonly case: 'before'; readonly authority: string; readonly time: string })
  /** A Bitcoin header shows its own work, not that its block is part of Bitcoin's chain. */
  readonly 'bitcoin-place-unknown': { readonly hash: string }
  /** A hash alone does not say whether its block may still be replaced. */
  readonly 'finality-unknown': OfBlock
  /** The block is part of the chain, but may still be replaced, as far as the node says. */
  readonly 'not-final': OfBlock & {
    readonly case: 'not-yet' | 'unsaid'
    readonly confirmations: number
    readonly host: string
  }
  /** The contract has not recorded the root: other contracts do not see the stamp. */
  readonly 'not-recorded': { readonly contract: string }
  /** The node does not show block 0, so only its word says which chain it is of. */
  readonly 'genesis-unknown': OfChain & { readonly host: string }
}

export type CaveatCode = keyof CaveatFacts

/** Something that a verdict leaves open, or rests on. */
export type Caveat = {
  readonly [Code in CaveatCode]: { readonly code: Code; readonly facts: CaveatFacts[Code] }
}[CaveatCode]

/** Returns the caveats of blocks compared with what is known about them. */
export function blockCaveats(blocks: readonly ComparedBlock<BlockAnchor>[], isConfirmed: boolean): Caveat[] {
  const unknown = blocks.filter(({ sources }) => sources.length === 0)
  const open = [...new Map(unknown.map((block) => [block.anchor.blockHash, block])).values()]
  const caveats = open.slice(0, 1).map(({ anchor }): Caveat => {
    const more = open.length - 1
    const facts = { case: more === 0 ? 'one' : 'several', ...blockFacts(anchor), more } as const
    return { code: isConfirmed ? 'others-not-compared' : 'not-compared', facts }
  })
  return [...caveats, ...open.flatMap(boundsOf), ...uniqueCaveats(open.flatMap(signerCaveats))]
}

function signerCaveats({ unpinned }: ComparedBlock<BlockAnchor>): Caveat[] {
  return unpinned.map((source) => ({ code: 'signer-not-pinned', facts: { by: [source] } }))
}

/** Returns what the sources of the block that a verdict rests on leave open about it. */
export function sourceCaveats(ground: ComparedBlock<BlockAnchor> | undefined): Caveat[] {
  if (ground === undefined || !isHashOnly(ground.sources)) return []
  return [{ code: 'finality-unknown', facts: blockFacts(ground.anchor) }]
}

const blockFacts = ({ chain, blockNumber = 0 }: Pick<BlockAnchor, 'chain' | 'blockNumber'>) => ({
  chain,
  block: blockNumber,
})

function boundsOf({ anchor, before, after }: ComparedBlock<BlockAnchor>): Caveat[] {
  const block = blockFacts(anchor)
  const [since, until] = [before?.time, after?.time]
  const code = 'between-checkpoints'
  if (since !== undefined && until !== undefined)
    return [{ code, facts: { case: 'both', ...block, after: since, before: until } }]
  if (since !== undefined) return [{ code, facts: { case: 'after', ...block, after: since } }]
  return until === undefined ? [] : [{ code, facts: { case: 'before', ...block, before: until } }]
}

/** Returns what the chains of a verdict mean for it, each once. */
export function chainCaveats(anchors: readonly AnchorChain[]): Caveat[] {
  return uniqueCaveats(anchors.flatMap(caveatsOfChain))
}

/** Returns each caveat once. */
export function uniqueCaveats(caveats: readonly Caveat[]): Caveat[] {
  return [...new Map(caveats.map((caveat) => [JSON.stringify(caveat), caveat])).values()]
}

function caveatsOfChain(anchor: AnchorChain): Caveat[] {
  const { chain } = anchor
  const known = knownChains.get(chain)
  if (isPrivateChain(anchor)) {
    return [{ code: 'private-chain', facts: { case: known?.kind === 'private' ? 'known' : 'claimed', chain } }]
  }
  if (known === undefined) return [{ code: 'unknown-chain', facts: { chain } }]
  const code = kindCaveats[known.kind]
  return [
    ...(code === undefined ? [] : [{ code, facts: { chain } }]),
    ...(known.isEnded ? [{ code: 'chain-ended', facts: { chain } } as const] : []),
  ]
}

const kindCaveats = {
  public: undefined,
  private: undefined,
  test: 'test-chain',
  rollup: 'rollup',
  sidechain: 'sidechain',
} as const satisfies Record<ChainKind, CaveatCode | undefined>

/** Returns what the document says about itself and no hash covers. */
export function claimCaveats(anchors: readonly ProofAnchor[]): Caveat[] {
  const networks = [...new Set(anchors.map(({ network }) => network))]
  const states = [...new Set(anchors.map(({ state }) => state))]
  return [{ code: 'claims', facts: { networks, states } }]
}

/** Returns the caveat of anchors that are in no block yet; a witness can vouch for a time before there is one. */
export function waitingCaveat(isConfirmed = false): Caveat {
  return { code: 'not-in-block', facts: { case: isConfirmed ? 'beside' : 'alone' } }
}

/** Returns the statements that no one has checked; for blocks of another chain see {@link blockCaveats}. */
export function uncheckedCaveats(witnesses: readonly ProofWitness[], times: readonly KnownTime[]): Caveat[] {
  const isKnown = (token: string) => times.some((time) => time.token === token)
  const open = {
    authority: witnesses.flatMap((one) => (one.kind === 'rfc3161' && !isKnown(one.token) ? [one.authority] : [])),
    calendar: witnesses.flatMap((one) => (one.kind === 'opentimestamps' && !isKnown(one.ots) ? [one.calendar] : [])),
  }
  return (['authority', 'calendar'] as const).flatMap((kind): Caveat[] => {
    const names = [...new Set(open[kind])]
    return names.length === 0 ? [] : [{ code: 'witness-not-checked', facts: { case: kind, witnesses: names } }]
  })
}

/**
 * Returns what a time outside of the chain leaves open.
 * @param record the anchor whose block shows that the token existed, if the reader knows one.
 * @param now the reader's clock in milliseconds since 1970; without it, nothing counts as expired.
 */
export function timestampCaveats(time: KnownTime, record: ProofAnchor | undefined, now: number | undefined): Caveat[] {
  return time.source.kind === 'bitcoin-header'
    ? [{ code: 'bitcoin-place-unknown', facts: { hash: time.source.name } }]
    : certificateCaveats(time, record, now)
}

/** Returns what the certificates behind an authority's time leave open. */
function certificateCaveats(
  { validUntil = '', source }: KnownTime,
  record: ProofAnchor | undefined,
  now: number | undefined,
): Caveat[] {
  const authority = source.name
  const block = record && { ...blockFacts(record), time: `${record.blockTime}` }
  const expired: Caveat =
    block !== undefined && block.time <= validUntil
      ? { code: 'token-recorded', facts: { ...block, authority, validUntil } }
      : { code: 'certificate-expired', facts: { authority, validUntil } }
  const revocation: Caveat = {
    code: 'revocation-unknown',
    facts: block === undefined ? { case: 'ever', authority } : { case: 'before', authority, ...block },
  }
  return [...(now !== undefined && now > Date.parse(validUntil) ? [expired] : []), revocation]
}

/** Returns the caveat of a block that is dated before its entry was received. */
export function timeCaveats(misdated: MisdatedBlock | undefined): Caveat[] {
  if (misdated === undefined) return []
  const { anchor, blockTime, received } = misdated
  return [{ code: 'times-contradict', facts: { ...blockFacts(anchor), time: blockTime, received } }]
}

/**
 * Returns what remains unproven about the entry itself, and how the file relates to the original that it names.
 * @param digest of the file; undefined when none was compared.
 * @param start the document that the file begins with.
 */
export function entryCaveats(proof: ProofDocument, digest?: Uint8Array, start?: FileStart): Caveat[] {
  const original = digest && originalFacts(proof, digest, start)
  return [
    ...(digest === undefined ? [{ code: 'no-file', facts: { hash: proof.hash } } as const] : []),
    ...(original === undefined ? [] : [{ code: 'original', facts: original } as const]),
    ...(proof.details === undefined ? [{ code: 'no-details', facts: {} } as const] : []),
  ]
}

/** Returns what remains open about the words of the certificate that carried a proof. */
export function wordsCaveats(binding: Binding | undefined): Caveat[] {
  if (binding?.status === 'unbound') return [{ code: 'words-unbound', facts: { case: binding.reason } }]
  if (binding?.status !== 'same') return []
  return [
    ...(binding.shows === 'unsure' ? [{ code: 'words-shown', facts: { case: binding.form } } as const] : []),
    ...(binding.hasOwn ? [{ code: 'words-own', facts: {} } as const] : []),
  ]
}

/** Returns the caveats of an .ots file; `isFound` once a node has what it names. */
export function otsCaveats(
  { chain, transactionId }: { readonly chain: string; readonly transactionId: string },
  isFound: boolean,
): Caveat[] {
  return [
    ...(isFound ? [] : [{ code: 'named-only', facts: { chain, transaction: transactionId } } as const]),
    ...chainCaveats([{ chain }]),
    { code: 'digest-only', facts: {} },
  ]
}
