import { ProofError } from '@tallystick/proof'
import { readRpcHeader } from '@tallystick/proof/ethereum'
import { type Clock, systemClock } from '../../base/turns/clock.js'
import type { Chain, ChainBlock } from '../../chain/chain.js'
import { hexOf } from '../../chain/hex.js'
import { apiError } from '../../http/errors.js'
import { RateLimit } from '../../http/limits/rate-limit.js'
import type { RecordedBlock } from '../chain-past.js'

/** Sources of blocks. */
export interface BlockSources {
  /** Finds a block that was verified and recorded. */
  recorded(number: number): Promise<RecordedBlock | null>
  chain: Pick<Chain, 'block'>
  clock?: Clock
}

/** Questions to the node per minute, of an address and in all: it may charge for them, and the ledger needs it. */
const asksMax = { address: 60, all: 600 }
const keptMax = 10_000
/** Blocks that aren't recorded as final may be replaced. */
const keptMs = 10_000

/** The blocks that the service tells the public about: those it recorded, and for others those that its node names. */
export class KnownBlocks {
  private readonly sources: BlockSources
  private readonly clock: Clock
  private readonly addresses: RateLimit
  private readonly all: RateLimit
  private readonly asks = new Map<number, Promise<RecordedBlock | null>>()
  /** The longest known are first, and dropped first. */
  private readonly kept = new Map<number, { block: RecordedBlock; untilMs: number }>()

  constructor(sources: BlockSources) {
    this.sources = sources
    this.clock = sources.clock ?? systemClock
    this.addresses = new RateLimit(asksMax.address, this.clock)
    this.all = new RateLimit(asksMax.all, this.clock)
  }

  /**
   * Returns a block; null when the chain doesn't have it.
   *
   * @param address of the caller, for its limit
   * @throws {ApiError} 429 beyond the limits of what the node is asked; 503
   */
  async block(number: number, address: string): Promise<RecordedBlock | null> {
    const kept = this.kept.get(number)
    if (kept && kept.untilMs > this.clock.elapsed()) return kept.block
    const block = (await this.sources.recorded(number)) ?? (await this.ask(number, address))
    if (block) this.keep(number, block)
    return block
  }

  /** Asks the node. Concurrent requests for a block share one question. */
  private ask(number: number, address: string): Promise<RecordedBlock | null> {
    const under = this.asks.get(number)
    if (under) return under
    this.addresses.require(address)
    this.all.require('all')
    const ask = this.named(number).finally(() => this.asks.delete(number))
    this.asks.set(number, ask)
    return ask
  }

  private async named(number: number): Promise<RecordedBlock | null> {
    const block = await this.sources.chain.block(number).catch((cause) => {
      throw apiError('node_unavailable', {}, { cause })
    })
    return block && { ...shownIn(block, number), isFinal: false }
  }

  private keep(number: number, block: RecordedBlock): void {
    const untilMs = block.isFinal ? Number.POSITIVE_INFINITY : this.clock.elapsed() + keptMs
    this.kept.delete(number)
    this.kept.set(number, { block, untilMs })
    const [oldest] = this.kept.keys()
    if (this.kept.size > keptMax && oldest !== undefined) this.kept.delete(oldest)
  }
}

/** Returns hash and time as the header has them, rebuilt from the node's answer: a node can't state others. @throws {ApiError} 503 */
function shownIn(block: ChainBlock, number: number): Pick<RecordedBlock, 'hash' | 'timestamp'> {
  // Some chains hash their first block by other rules. No proof is of it.
  if (number === 0) return { hash: block.hash, timestamp: block.timestamp }
  try {
    const header = readRpcHeader(block.rpc)
    if (header.number === number) return { hash: hexOf(header.hash), timestamp: header.time }
  } catch (cause) {
    if (!(cause instanceof ProofError)) throw cause
    throw apiError('node_unavailable', {}, { cause })
  }
  throw apiError('node_unavailable')
}
