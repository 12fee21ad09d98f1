import { ProofError } from '../errors.js'
import type { ProofAnchor } from '../format.js'
import { chainName } from './chains.js'
import { type Source, sourceNames } from './source.js'

/*
 * A proof contains its block's header, but anyone can make a header. Whether the block is part of its chain takes something outside
 * of the document: a node, a list of checkpoints, a hash read in an explorer. Each of them says which block a number has, and that
 * is all this file compares: what was asked, and over which network, is the caller's business.
 */

/** A block known from outside of the document. */
export type KnownBlock = {
  /** CAIP-2 ID. Absent for a hash from an explorer: that its block is of the anchor's chain is the document's claim. */
  readonly chain?: string
  readonly number?: number
  /** `0x` and 64 hex digits. */
  readonly hash: string
  /** Time of the block, as in a proof. Bounds the time of blocks before and after it. */
  readonly time?: string
  readonly source: Source
  /** Set where the reader hasn't said that they trust the source: the block contradicts others and bounds their times, but vouches for none. */
  readonly isUnpinned?: true
}

/** The members of an anchor that name its block. */
export type BlockAnchor = Pick<ProofAnchor, 'chain' | 'blockHash' | 'blockNumber' | 'blockTime'>

/** An anchor's block, with everyone who says that it is part of its chain. */
export type ComparedBlock<Anchor extends BlockAnchor> = {
  readonly anchor: Anchor
  /** Empty when no source knows the block. */
  readonly sources: readonly Source[]
  /** Sources that know the block, or bound its time, without vouching: the reader hasn't said that they trust them. */
  readonly unpinned: readonly Source[]
  /** Known blocks of the chain around this one. */
  readonly before?: KnownBlock
  readonly after?: KnownBlock
}

/**
 * Compares the blocks of anchors with known ones. Leaves out anchors that are in no block yet.
 * @throws {@link ProofError} `block` when a source knows another block of this number, when the time does not fit between known
 * blocks, when a hash that the reader trusts belongs to none of the anchors, or when anchors of two chains have the same block.
 */
export function compareBlocks<Anchor extends BlockAnchor>(
  anchors: readonly Anchor[],
  known: readonly KnownBlock[],
): ComparedBlock<Anchor>[] {
  const inBlock = anchors.filter(({ blockHash }) => blockHash !== undefined)
  checkOneChain(inBlock)
  for (const block of known) {
    const { chain, hash, number } = block
    const isPlaced = chain !== undefined && number !== undefined
    if (isPlaced || inBlock.some((anchor) => isBlockOf(anchor, block))) continue
    const named = number === undefined ? hash : `number ${number} with the hash ${hash}`
    const given = number === undefined ? hash.toLowerCase() : `${number}:${hash.toLowerCase()}`
    throw new ProofError('block', `no anchor is in the block you trust: ${named}`, 'blockHash', { case: 'none', given })
  }
  return inBlock.map((anchor) => compareBlock(anchor, known))
}

/**
 * Returns the known blocks that say something about anchors of one document among others: those with a place in a chain, and those of
 * the anchors. A bare hash may be the block of another document.
 */
export function knownAbout(anchors: readonly BlockAnchor[], known: readonly KnownBlock[]): KnownBlock[] {
  return known.filter(
    (block) =>
      (block.chain !== undefined && block.number !== undefined) || anchors.some((anchor) => isBlockOf(anchor, block)),
  )
}

/** A header says nothing of its chain. With the evidence from a state it would serve for a transaction of any, so one block has one. */
function checkOneChain(anchors: readonly BlockAnchor[]): void {
  const chains = new Map<string | undefined, string>()
  for (const { chain, blockHash } of anchors) {
    const other = chains.get(blockHash) ?? chain
    chains.set(blockHash, other)
    if (other === chain) continue
    const message = `the block ${blockHash} is given as one of ${chainName(other)} and of ${chainName(chain)}`
    throw new ProofError('block', message, 'blockHash', { case: 'chains', given: `${blockHash}` })
  }
}

const isBlockOf = (anchor: BlockAnchor, { chain = anchor.chain, number = anchor.blockNumber, hash }: KnownBlock) =>
  chain === anchor.chain && number === anchor.blockNumber && hash.toLowerCase() === anchor.blockHash

function compareBlock<Anchor extends BlockAnchor>(anchor: Anchor, known: readonly KnownBlock[]): ComparedBlock<Anchor> {
  const { chain, blockNumber = 0, blockTime = '' } = anchor
  const sources: Source[] = []
  const unpinned: Source[] = []
  let before: KnownBlock | undefined
  let after: KnownBlock | undefined
  for (const block of known) {
    if (isBlockOf(anchor, block)) (block.isUnpinned ? unpinned : sources).push(block.source)
    // Without a chain, it may be of another one.
    else if (block.chain !== chain || block.number === undefined) continue
    else if (block.number === blockNumber) refuse(anchor, block)
    else if (block.number < blockNumber && block.number > (before?.number ?? -1)) before = block
    else if (block.number > blockNumber && block.number < (after?.number ?? Number.POSITIVE_INFINITY)) after = block
  }
  // On a chain a block is never dated before its parent.
  for (const [neighbour, isWrong] of [
    [before, blockTime < `${before?.time ?? ''}`],
    [after, blockTime > `${after?.time ?? '9'}`],
  ] as const) {
    if (neighbour === undefined || !isWrong) continue
    const message = `block ${blockNumber} is dated ${blockTime}, but block ${neighbour.number} of ${chainName(chain)} is dated ${neighbour.time}`
    const facts = { case: 'order', chain, block: blockNumber, by: [neighbour.source] } as const
    throw new ProofError('block', `${message}, according to ${sourceNames([neighbour.source])}`, 'blockTime', facts)
  }
  // A list that has the block itself says more than its neighbours.
  if (unpinned.length > 0) return { anchor, sources, unpinned }
  if (before?.isUnpinned) unpinned.push(before.source)
  if (after?.isUnpinned) unpinned.push(after.source)
  return {
    anchor,
    sources,
    unpinned,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

function refuse({ chain, blockHash, blockNumber = 0 }: BlockAnchor, { hash, source }: KnownBlock): never {
  throw new ProofError(
    'block',
    `block ${blockNumber} of ${chainName(chain)} has the hash ${hash} according to ${sourceNames([source])}, but the proof says ${blockHash}`,
    'blockHash',
    { case: 'another', chain, block: blockNumber, by: [source] },
  )
}

/**
 * Reads a block hash as people copy it: in groups, in any case, with or without `0x`; with the block's number and a colon before it, if
 * they have it. Undefined when it isn't one.
 * @example
 * knownByHash('4711:0x12…')?.number // 4711
 */
export function knownByHash(text: string): KnownBlock | undefined {
  const [, number, digits] = /^(?:(\d{1,15}):)?(?:0x)?([0-9a-f]{64})$/.exec(text.replace(/\s/g, '').toLowerCase()) ?? []
  if (digits === undefined) return undefined
  const known = { hash: `0x${digits}`, source: { kind: 'block-hash', name: '' } } as const
  return number === undefined ? known : { ...known, number: Number(number) }
}

/** Returns whether only hashes of the reader vouch for a block: they name no chain, and don't say whether it is final. */
export function isHashOnly(sources: readonly Source[]): boolean {
  return sources.length > 0 && sources.every(({ kind }) => kind === 'block-hash')
}
