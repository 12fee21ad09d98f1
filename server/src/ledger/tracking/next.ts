import { type FeePolicy, raisedFees } from '../../chain/fee.js'
import type { Fees } from '../../chain/sign.js'

/** A batch's transaction as PostgreSQL has it. */
export interface TrackedTransaction {
  state: 'submitted' | 'confirmed' | 'final'
  nonce: number
  fees: Fees
  /** Milliseconds since its newest version was signed. */
  ageMs: number
  /** Its block, once confirmed. */
  block?: { number: number }
}

/** The chain's view of it. What only the node says decides nothing but what is sent. */
export interface ChainView {
  head: number
  /** The newest final block. */
  finalized: number
  /** The next nonce after the mined transactions of this lane, as the node says. */
  minedNonce: number
  /** The next nonce after the pending transactions, as the node says. */
  pendingNonce: number
  /** How long the node has had the transaction of `minedNonce` without counting it as pending, in milliseconds. */
  heldMs: number
  /** Whether a block of the verified chain shows that a transaction of another signer used the nonce. */
  isTaken: boolean
  /** The canonical block with exactly the bytes of one of its versions, if any. */
  mined: { number: number } | null
  /** Whether the block it was confirmed in is still canonical. */
  stillCanonical: boolean
  /** The base fee of the newest block, in wei per gas. */
  baseFee: number
  /** Today's fees for a new transaction. */
  fees: Fees
}

/** When to replace a transaction. */
export interface TrackPolicy extends FeePolicy {
  replaceAfterMs: number
}

/**
 * A node that has the next transaction in line and doesn't count it as pending has misplaced it: Anvil (1.7) waits for a predecessor that
 * was mined while the transaction arrived. Sent again, it is a known one; a new version is taken.
 */
const heldMaxMs = 5_000

/** Next action. */
export type Outcome =
  | { do: 'wait' }
  | { do: 'rebroadcast' }
  | { do: 'replace'; fees: Fees }
  | { do: 'confirm' }
  | { do: 'finalize' }
  | { do: 'reopen' }
  | { do: 'alarm'; why: 'nonce-taken' }

/**
 * Decides a transaction's next step: `submitted → confirmed (in a block) → final`, and back to `submitted` when its block is
 * gone. Pure: the same view gives the same step in every process, before and after a crash (I3).
 */
export function next(transaction: TrackedTransaction, view: ChainView, policy: TrackPolicy): Outcome {
  if (transaction.state !== 'submitted') {
    if (!view.stillCanonical) return { do: 'reopen' }
    const reached = transaction.block !== undefined && transaction.block.number <= view.finalized
    return transaction.state === 'confirmed' && reached ? { do: 'finalize' } : { do: 'wait' }
  }
  if (view.mined) return { do: 'confirm' }
  // Another signer has this key.
  if (view.isTaken) return { do: 'alarm', why: 'nonce-taken' }
  // The node calls the nonce used and does not show by what: sending again is harmless, moving the batch is not.
  if (transaction.nonce < view.minedNonce) return { do: 'rebroadcast' }
  const isAtNode = transaction.nonce < view.pendingNonce
  // Some nodes drop transactions below the base fee, and reject them when resent; an empty account offers nothing until funded.
  const offered = transaction.fees.maxFeePerGas
  const isUnwanted = offered < view.baseFee || (offered === 0 && view.fees.maxFeePerGas > 0)
  // Only the lowest pending nonce can be stuck for its fee; the others wait for it.
  const isFirst = transaction.nonce === view.minedNonce
  const isStuck = transaction.ageMs >= policy.replaceAfterMs && (isAtNode || isUnwanted)
  const isHeld = !isAtNode && view.heldMs >= heldMaxMs
  if (isFirst && (isStuck || isHeld)) {
    const fees = raisedFees(transaction.fees, view.fees, policy)
    if (fees) return { do: 'replace', fees }
  }
  return { do: isAtNode ? 'wait' : 'rebroadcast' }
}
