import type { Clock, Outcome } from '../finding.js'
import { type AnchorChain, mayBePrivate } from './chains.js'
import { type BlockAnchor, type ComparedBlock, isHashOnly } from './known-blocks.js'

type Compared = ComparedBlock<BlockAnchor & AnchorChain>

/**
 * Returns the block that a finding rests on: one that someone other than the issuer vouches for, if any is; else one that the issuer
 * does; else any. The earliest of them, but on a chain that is or may be private, whose operator can choose the time, only for want of another.
 */
export function groundOf<Anchor extends BlockAnchor & AnchorChain>(
  blocks: readonly ComparedBlock<Anchor>[],
): ComparedBlock<Anchor> | undefined {
  return [...blocks].sort(byWorth)[0]
}

const ranks = ['confirmed', 'stated', 'consistent', 'refused'] as const satisfies readonly Outcome[]

const byWorth = (a: Compared, b: Compared) =>
  ranks.indexOf(outcomeOf(a)) - ranks.indexOf(outcomeOf(b)) ||
  Number(mayBePrivate(a.anchor)) - Number(mayBePrivate(b.anchor)) ||
  `${a.anchor.blockTime}`.localeCompare(`${b.anchor.blockTime}`)

/**
 * Returns what a block makes of a proof. It is no more than stated when only the service that issued the proof vouches for it, or when its
 * chain is or may be private: whoever compared its hash, its operator chose its time.
 */
export function outcomeOf({ anchor, sources }: Compared): Exclude<Outcome, 'refused'> {
  if (sources.length === 0) return 'consistent'
  const isOwn = mayBePrivate(anchor) || sources.every(({ kind }) => kind === 'issuer-node')
  return isOwn ? 'stated' : 'confirmed'
}

/** Returns whose clock a block's time is by. A hash names no chain: that its block is one of this chain is the document's claim. */
export function clockOf({ anchor, sources }: Compared): Clock {
  const kind = mayBePrivate(anchor) ? 'operator' : isHashOnly(sources) ? 'claimed' : 'chain'
  return { kind, chain: anchor.chain }
}
