import type { Chain, ChainBlock } from './chain.js'
import type { Fees } from './sign.js'

/** The operator's limit on fees. */
export interface FeePolicy {
  /** Maximum of maxFeePerGas, in wei per gas. */
  maxFeePerGasCap: number
}

/** Nodes replace a pending transaction only when both fees rise by at least 10 %, some 12.5 %. */
const replacementPercent = 112.5

/** Current price of gas, in wei: the newest block's base fee and a tip (EIP-1559), or one price on chains without base fee. */
export type Prices = { baseFee: number; tip: number } | { gasPrice: number }

/**
 * Returns the fees of a new transaction, never above the cap: enough for the base fee to double, plus the tip; on chains without
 * base fee, the price.
 */
export function newFees(prices: Prices, policy: FeePolicy): Fees {
  if ('gasPrice' in prices) {
    const gasPrice = Math.min(prices.gasPrice, policy.maxFeePerGasCap)
    return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice, isLegacy: true }
  }
  const { baseFee, tip } = prices
  const maxFeePerGas = Math.min(2 * baseFee + tip, policy.maxFeePerGasCap)
  return { maxFeePerGas, maxPriorityFeePerGas: Math.min(tip, maxFeePerGas) }
}

/** Asks the node what gas costs after `head` for an account. */
export async function pricesNow(
  chain: Pick<Chain, 'gasPrice' | 'tip' | 'balance'>,
  { baseFeePerGas: baseFee }: Pick<ChainBlock, 'baseFeePerGas'>,
  payer: Uint8Array,
): Promise<Prices> {
  // Nodes suggest a price on chains without fees, too. An empty account cannot pay it, and need not there.
  const payable = async (price: number) => (price > 0 && (await chain.balance(payer)) === 0n ? 0 : price)
  if (baseFee === null) return { gasPrice: await payable(await chain.gasPrice()) }
  const tip = await chain.tip(baseFee)
  return { baseFee, tip: baseFee === 0 ? await payable(tip) : tip }
}

/**
 * Returns the fees of a replacement: both raised by 12.5 %, or today's if those are higher.
 *
 * @returns null when the cap doesn't allow a raise that nodes would accept, or the chain takes no fees
 */
export function raisedFees(last: Fees, today: Fees, policy: FeePolicy): Fees | null {
  if (last.maxFeePerGas === 0 && today.maxFeePerGas === 0) return null
  const raise = (fee: number) => Math.ceil((fee * replacementPercent) / 100) + 1
  const maxFeePerGas = Math.min(Math.max(raise(last.maxFeePerGas), today.maxFeePerGas), policy.maxFeePerGasCap)
  if (maxFeePerGas < raise(last.maxFeePerGas)) return null
  const tip = Math.max(raise(last.maxPriorityFeePerGas), today.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: Math.min(tip, maxFeePerGas) }
}

/**
 * Today's fees: the tracker refreshes them, the lane reads them without waiting.
 *
 * A chain that has shown a base fee has one in every block from then on. A later block without it is a wrong answer, and changes
 * nothing: a legacy transaction leaves the base fee no room to rise, and waits when it does.
 */
export class FeeGauge {
  private fees: Fees | null = null
  private hasBaseFee = false
  private readonly policy: FeePolicy
  private readonly payer: Uint8Array

  /** @param payer the address that pays, 20 bytes */
  constructor(policy: FeePolicy, payer: Uint8Array) {
    this.policy = policy
    this.payer = payer
  }

  /** @throws {Error} before the first refresh */
  current(): Fees {
    if (!this.fees) throw new Error('fees are not known yet')
    return this.fees
  }

  async refresh(
    chain: Pick<Chain, 'gasPrice' | 'tip' | 'balance'>,
    head: Pick<ChainBlock, 'baseFeePerGas'>,
  ): Promise<void> {
    if (head.baseFeePerGas !== null) this.hasBaseFee = true
    else if (this.hasBaseFee) return
    this.fees = newFees(await pricesNow(chain, head, this.payer), this.policy)
  }
}
