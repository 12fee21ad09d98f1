import { ProofError } from '../errors.js'
import type { ProofAnchor } from '../format.js'
import { englishWords } from '../words/en.js'
import { listText, sourceText as sourceIn } from '../words/fill.js'
import { chainName } from './chains.js'

/*
 * A proof contains its block's header, but anyone can make a header. Whether the block is part of its chain takes something outside
 * of the document: a node, a list of checkpoints, a hash read in an explorer. Each of them says which block a number has, and that
 * is all this file compares: what was asked, and over which network, is the caller's business.
 */

/** Source of the claim that a block is part of its chain. */
export type Source = {
  /**
   * `block-hash`: the reader, who got the hash elsewhere. `node`: a node the reader named. `public-node`: one of the public nodes
   * that {@link knownChains} lists. `issuer-node`: the node of the service that issued the proof. `checkpoints`: a signed list.
   * `authority`: a timestamping authority that the reader trusts.
   */
  readonly kind: 'block-hash' | 'node' | 'public-node' | 'issuer-node' | 'checkpoints' | 'authority'
  /** Host of the node, name and signer of the list, or names in the authority's certificates; empty for a block hash. */
  readonly name: string
}

/** A block known from outside of the document. */
export type KnownBlock = {
  /** CAIP-2 ID; a hash from an explorer stands for itself. */
  readonly chain?: string
  readonly number?: number
  /** `0x` and 64 hex digits. */
  readonly hash: string
  /** Time of the block, as in a proof. Bounds the time of blocks before and after it. */
  readonly time?: string
  readonly source: Source
}

/** The members of an anchor that name its block. */
export type BlockAnchor = Pick<ProofAnchor, 'chain' | 'blockHash' | 'blockNumber' | 'blockTime'>

/** An anchor's block, with everyone who says that it is part of its chain. */
export type ComparedBlock<Anchor extends BlockAnchor> = {
  readonly anchor: Anchor
  /** Empty when no source knows the block. */
  readonly sources: readonly Source[]
  /** Known blocks of the chain around this one. */
  readonly before?: KnownBlock
  readonly after?: KnownBlock
}

/**
 * Compares the blocks of anchors with known ones. Leaves out anchors that are in no block yet.
 * @throws {@link ProofError} `block` when a source knows another block of this number, when the time does not fit between known
 * blocks, or when a hash that the reader trusts belongs to none of the anchors.
 */
export function compareBlocks<Anchor extends BlockAnchor>(
  anchors: readonly Anchor[],
  known: readonly KnownBlock[],
): ComparedBlock<Anchor>[] {
  const inBlock = anchors.filter(({ blockHash }) => blockHash !== undefined)
  for (const { hash, number } of known) {
    if (number !== undefined || inBlock.some(({ blockHash }) => blockHash === hash.toLowerCase())) continue
    const facts = { case: 'none', given: hash.toLowerCase() } as const
    throw new ProofError('block', `no anchor is in the block you trust: ${hash}`, 'blockHash', facts)
  }
  return inBlock.map((anchor) => compareBlock(anchor, known))
}

function compareBlock<Anchor extends BlockAnchor>(anchor: Anchor, known: readonly KnownBlock[]): ComparedBlock<Anchor> {
  const { chain, blockHash, blockNumber = 0, blockTime = '' } = anchor
  const sources: Source[] = []
  let before: KnownBlock | undefined
  let after: KnownBlock | undefined
  for (const block of known) {
    const isSame = block.hash.toLowerCase() === blockHash
    if (block.chain !== undefined && block.chain !== chain) continue
    if (block.number === undefined || block.number === blockNumber) {
      if (isSame) sources.push(block.source)
      else if (block.number !== undefined) refuse(anchor, block)
    } else if (block.number < blockNumber && block.number > (before?.number ?? -1)) before = block
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
    throw new ProofError('block', `${message}, according to ${sourceText(neighbour.source)}`, 'blockTime', facts)
  }
  return { anchor, sources, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

function refuse({ chain, blockHash, blockNumber = 0 }: BlockAnchor, { hash, source }: KnownBlock): never {
  throw new ProofError(
    'block',
    `block ${blockNumber} of ${chainName(chain)} has the hash ${hash} according to ${sourceText(source)}, but the proof says ${blockHash}`,
    'blockHash',
    { case: 'another', chain, block: blockNumber, by: [source] },
  )
}

const sourceText = (source: Source) => sourceIn(source, englishWords)

/** Names sources in a diagnostic, each once. */
export function sourceNames(sources: readonly Source[]): string {
  return listText(sources.map(sourceText), englishWords)
}
