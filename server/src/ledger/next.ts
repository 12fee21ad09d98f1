import { type FeePolicy, raisedFees } from './fee.js'
import type { Fees } from './sign.js'

/** A batch's transaction as PostgreSQL has it. */
export interface TrackedTransaction {
  state: 'submitted' | 'confirmed' | 'final'
  nonce: number
  fees: Fees
  /** Milliseconds since its newest version was signed. */
  ageMs: number
  /** Where it was seen, when confirmed. */
  block?: { number: number }
}

/** What the chain says about it, after checking more than one answer against each other. */
export interface ChainView {
  head: number
  /** Highest block that the network's rule calls final. */
  finalized: number
  /** The next nonce after the mined transactions of this lane. */
  minedNonce: number
  /** The next nonce after those waiting at the node. */
  pendingNonce: number
  /** The block that holds one of its versions, if it is canonical and holds exactly our bytes. */
  mined: { number: number } | null
  /** Is the block it was confirmed in still canonical? */
  stillCanonical: boolean
  /** What the newest block asked of everybody, wei per gas. */
  baseFee: number
  /** What would be offered today. */
  fees: Fees
}

/** When to stop waiting. */
export interface TrackPolicy extends FeePolicy {
  replaceAfterMs: number
}

/** What to do with it now. */
export type Outcome =
  | { do: 'wait' }
  | { do: 'rebroadcast' }
  | { do: 'replace'; fees: Fees }
  | { do: 'confirm' }
  | { do: 'finalize' }
  | { do: 'reopen' }
  | { do: 'alarm'; why: 'nonce-taken' }

/**
 * The next step of a transaction's life: `submitted → confirmed (in a block) → final`, and back to `submitted` when its
 * block is gone. Pure: the same view gives the same step, whichever process asks, before or after a crash (I3).
 */
export function next(transaction: TrackedTransaction, view: ChainView, policy: TrackPolicy): Outcome {
  if (transaction.state !== 'submitted') {
    if (!view.stillCanonical) return { do: 'reopen' }
    const reached = transaction.block !== undefined && transaction.block.number <= view.finalized
    return transaction.state === 'confirmed' && reached ? { do: 'finalize' } : { do: 'wait' }
  }
  if (view.mined) return { do: 'confirm' }
  // The nonce is used on the chain, but by none of our versions: somebody else signs with this key.
  if (transaction.nonce < view.minedNonce) return { do: 'alarm', why: 'nonce-taken' }
  const isAtNode = transaction.nonce < view.pendingNonce
  // Some nodes drop what offers less than the base fee, and refuse to take it again.
  const isUnwanted = transaction.fees.maxFeePerGas < view.baseFee
  // Only the first in line can be stuck for its fee; those behind it wait for it.
  const isStuck = transaction.nonce === view.minedNonce && transaction.ageMs >= policy.replaceAfterMs
  if (isStuck && (isAtNode || isUnwanted)) {
    const fees = raisedFees(transaction.fees, view.fees, policy)
    if (fees) return { do: 'replace', fees }
  }
  return { do: isAtNode ? 'wait' : 'rebroadcast' }
}
