import { type FeePolicy, raisedFees } from '../../chain/fee.js'
import type { Fees } from '../../chain/sign.js'

/** A transaction that no verified block has, as PostgreSQL has it: the newest version signed for its nonce. */
export interface PendingTransaction {
  nonce: number
  /** Wei per gas. */
  max_fee_per_gas: number
  max_priority_fee_per_gas: number
  /** Milliseconds since that version was signed. */
  age_ms: number
}

/** The chain's view of an address. What only the node says decides nothing but what is sent. */
export interface ChainView {
  /** The next nonce after its mined transactions, as the node says. */
  minedNonce: number
  /** The next nonce after its pending transactions, as the node says. */
  pendingNonce: number
  /** How long the node has had the transaction of `minedNonce` without counting it as pending, in milliseconds. */
  heldMs: number
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

/** Next step of a pending transaction. */
export type Step = { do: 'wait' } | { do: 'rebroadcast' } | { do: 'replace'; fees: Fees }

/** Decides a pending transaction's next step. Pure: the same view gives the same step in every process, before and after a crash (I3). */
export function next(transaction: PendingTransaction, view: ChainView, policy: TrackPolicy): Step {
  const { nonce, age_ms: ageMs, max_fee_per_gas: offered } = transaction
  // The node calls the nonce used and does not show by what: sending again is harmless.
  if (nonce < view.minedNonce) return { do: 'rebroadcast' }
  const isAtNode = nonce < view.pendingNonce
  // Some nodes drop transactions below the base fee, and reject them when resent; an empty account offers nothing until funded.
  const isUnwanted = offered < view.baseFee || (offered === 0 && view.fees.maxFeePerGas > 0)
  // Only the lowest pending nonce can be stuck for its fee; the others wait for it.
  const isFirst = nonce === view.minedNonce
  const isStuck = ageMs >= policy.replaceAfterMs && (isAtNode || isUnwanted)
  const isHeld = !isAtNode && view.heldMs >= heldMaxMs
  if (isFirst && (isStuck || isHeld)) {
    const last = { maxFeePerGas: offered, maxPriorityFeePerGas: transaction.max_priority_fee_per_gas }
    const fees = raisedFees(last, view.fees, policy)
    if (fees) return { do: 'replace', fees }
  }
  return { do: isAtNode ? 'wait' : 'rebroadcast' }
}
