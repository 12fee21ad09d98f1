import type { ChainReceipt } from '../../chain/chain.js'
import { hexOf } from '../../chain/hex.js'
import {
  checkInclusion,
  NoEvidenceError,
  type TransactionVersion,
  UntrustedAnswerError,
} from '../../chain/inclusion.js'
import * as sql from '../sql.js'
import type { Tracking } from './tracking.js'

/**
 * State of our blocks: the newest is on the chain; the node has not reached it; it is being found out, which may take
 * several steps; or some are lost.
 */
export type Standing = 'kept' | 'behind' | 'unclear' | LostBlocks

/** A block with our transactions, as recorded. */
export interface OwnBlock {
  number: number
  hash: Buffer
}

/** Our blocks from `lowest` up are lost. The newest below it is kept; null without one. */
export interface LostBlocks {
  lowest: OwnBlock
  kept: OwnBlock | null
}

/** A reorganisation must be seen this often in a row: nodes behind a load balancer disagree at times. */
const looksNeeded = 2
const lookMs = 500

/**
 * Finds out whether the chain still has our blocks. One is lost when another branch stands in its place, each header of which links to
 * the next, from a block that is kept up to the head. A node that doesn't have a block yet, or no longer has it, shows nothing.
 */
export class ReorgWatch {
  private readonly tracking: Tracking
  /** The newest of our blocks that was compared below the run of headers: it stays compared while the run goes on. */
  private compared = ''
  private looks: { count: number; at: number } | null = null
  /** Reason not to believe a reorganisation, in words. */
  problem: string | null = null

  constructor(tracking: Tracking) {
    this.tracking = tracking
  }

  async look(): Promise<Standing> {
    this.problem = null
    const { headers } = this.tracking
    const newest = await this.own(0)
    const standing = newest ? await this.standingOf(newest) : 'kept'
    if (standing !== 'lost') {
      this.looks = null
      return standing
    }
    const branch = await this.branch()
    if (branch === null || !this.seenOften()) return 'unclear'
    const at = Math.min(branch.lowest.number, headers.head)
    this.problem = await this.tracking.chain.objection({
      number: at,
      hash: headers.hashAt(at) as ChainReceipt['blockHash'],
    })
    return this.problem === null ? branch : 'unclear'
  }

  private async own(index: number): Promise<OwnBlock | undefined> {
    const [block] = await this.tracking.database.query<OwnBlock>(sql.blockAtIndex, [index])
    return block
  }

  private async standingOf({ number, hash }: OwnBlock): Promise<'kept' | 'behind' | 'lost'> {
    const { headers } = this.tracking
    const text = hexOf(hash)
    if (headers.wasReplaced(text)) return 'lost'
    if (number > headers.head) return (await this.isElsewhere(number, hash)) ? 'lost' : 'behind'
    const key = `${text} ${headers.beginnings}`
    if (number < headers.lowest && key === this.compared) return 'kept'
    const now = await headers.hashOf(number)
    if (now !== null && now !== text) return 'lost'
    if (now !== null) this.compared = key
    return 'kept'
  }

  /** True when a transaction of ours, recorded in a block above the head, is in another block by now. */
  private async isElsewhere(number: number, hash: Buffer): Promise<boolean> {
    const { database, chain, headers } = this.tracking
    const [version] = await database.query<TransactionVersion>(sql.transactionIn, [number, hash])
    const [receipt] = version ? await chain.receipts([version.hash]) : []
    if (!version || !receipt || receipt.blockHash === hexOf(hash)) return false
    if (!(await headers.cover(receipt.blockNumber)) || headers.hashAt(receipt.blockNumber) !== receipt.blockHash)
      return false
    try {
      return (await checkInclusion(chain, receipt.blockNumber, [{ receipt, version }])) !== null
    } catch (error) {
      if (!(error instanceof UntrustedAnswerError) && !(error instanceof NoEvidenceError)) throw error
      return false
    }
  }

  /**
   * Finds the lowest of our blocks that is lost. Kept blocks are a prefix of ours, so a galloping search finds its end. Another process may
   * reopen lost ones meanwhile, and every index then names a lower block: so what was found is compared once more.
   *
   * @returns null until the headers from there up to the head are read and linked
   */
  private async branch(): Promise<LostBlocks | null> {
    const { database, headers } = this.tracking
    let [lost, kept] = [0, 1]
    while (!(await this.isKept(kept))) [lost, kept] = [kept, kept * 2]
    while (kept - lost > 1) {
      const middle = (kept + lost) >> 1
      if (await this.isKept(middle)) kept = middle
      else lost = middle
    }
    const lowest = await this.own(lost)
    if (!lowest) return null
    const [ancestor] = await database.query<OwnBlock>(sql.blockBefore, [lowest.number, lowest.hash])
    const end = ancestor ? ancestor.number : Math.min(lowest.number, headers.head)
    if (!(await headers.cover(end))) {
      this.problem =
        headers.problem ?? `another branch of the chain is read, from block ${headers.lowest} down to ${end}`
      return null
    }
    const isOnChain = ({ number, hash }: OwnBlock) => headers.hashAt(number) === hexOf(hash)
    if (isOnChain(lowest) || (ancestor && !isOnChain(ancestor))) return null
    return { lowest, kept: ancestor ?? null }
  }

  private async isKept(index: number): Promise<boolean> {
    const { headers } = this.tracking
    const block = await this.own(index)
    if (!block) return true
    if (block.number > headers.head) return false
    const now = await headers.hashOf(block.number)
    return now === null || now === hexOf(block.hash)
  }

  private seenOften(): boolean {
    const { now } = this.tracking
    // Commits may wake the tracker twice within milliseconds, which counts as one look.
    if (this.looks && now() - this.looks.at < lookMs) return false
    const count = (this.looks?.count ?? 0) + 1
    this.looks = count < looksNeeded ? { count, at: now() } : null
    return count >= looksNeeded
  }
}
