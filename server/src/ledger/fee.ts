import type { Chain } from './chain.js'
import type { Fees } from './sign.js'

/** The operator's limit on fees. */
export interface FeePolicy {
  /** Maximum of maxFeePerGas, in wei per gas. */
  maxFeePerGasCap: number
}

/** Nodes replace a pending transaction only when both fees rise by at least 10 %, some 12.5 %. */
const replacementPercent = 112.5

/**
 * Returns the fees of a new transaction (EIP-1559): enough for the base fee to double, plus the tip, never above the cap.
 *
 * @param baseFee of the newest block, wei per gas
 * @param tip suggested by the node, wei per gas
 */
export function newFees(baseFee: number, tip: number, policy: FeePolicy): Fees {
  const maxFeePerGas = Math.min(Math.max(2 * baseFee + tip, 1), policy.maxFeePerGasCap)
  return { maxFeePerGas, maxPriorityFeePerGas: Math.min(tip, maxFeePerGas) }
}

/**
 * Returns the fees of a replacement: both raised by 12.5 %, or today's if those are higher.
 *
 * @returns null when the cap doesn't allow a raise that nodes would accept
 */
export function raisedFees(last: Fees, today: Fees, policy: FeePolicy): Fees | null {
  const raise = (fee: number) => Math.ceil((fee * replacementPercent) / 100) + 1
  const maxFeePerGas = Math.min(Math.max(raise(last.maxFeePerGas), today.maxFeePerGas), policy.maxFeePerGasCap)
  if (maxFeePerGas < raise(last.maxFeePerGas)) return null
  const tip = Math.max(raise(last.maxPriorityFeePerGas), today.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: Math.min(tip, maxFeePerGas) }
}

/** Today's fees: the tracker refreshes them, the lane reads them without waiting. */
export class FeeGauge {
  private fees: Fees | null = null
  private readonly policy: FeePolicy

  constructor(policy: FeePolicy) {
    this.policy = policy
  }

  /** @throws {Error} before the first refresh */
  current(): Fees {
    if (!this.fees) throw new Error('fees are not known yet')
    return this.fees
  }

  async refresh(chain: Chain, baseFee: number): Promise<void> {
    this.fees = newFees(baseFee, await chain.tip(), this.policy)
  }
}
