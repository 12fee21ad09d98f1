import { type AnchorChain, isPrivateChain } from './chains.js'
import type { BlockAnchor, ComparedBlock } from './known-blocks.js'

/**
 * Returns the block that a verdict rests on: one that someone vouches for, if any is; the earliest, but on a private chain, whose
 * operator can choose the time, only for want of another.
 */
export function groundOf<Anchor extends BlockAnchor & AnchorChain>(
  blocks: readonly ComparedBlock<Anchor>[],
): ComparedBlock<Anchor> | undefined {
  const vouched = blocks.filter(({ sources }) => sources.length > 0)
  return [...(vouched.length > 0 ? vouched : blocks)].sort(byWorth)[0]
}

const byWorth = (a: ComparedBlock<BlockAnchor & AnchorChain>, b: ComparedBlock<BlockAnchor & AnchorChain>) =>
  Number(isPrivateChain(a.anchor)) - Number(isPrivateChain(b.anchor)) ||
  `${a.anchor.blockTime}`.localeCompare(`${b.anchor.blockTime}`)
