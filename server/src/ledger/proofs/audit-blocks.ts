import { equalBytes, keccak256 } from '@tallystick/proof'
import { decodeHeader } from '@tallystick/proof/ethereum'
import type { Database } from '../../base/database/db.js'
import type { Chain } from '../../chain/chain.js'
import { hexOf } from '../../chain/hex.js'
import * as sql from '../sql.js'

/**
 * How a recorded block stands on the chain: the node has it (`same`), recorded headers link it to a block that the node has (`linked`), the
 * node has another one (`other`), or neither can be shown (`unknown`). A node may know only its newest blocks, as the embedded one does.
 */
export type BlockStanding = 'same' | 'linked' | 'other' | 'unknown'

const headersAtOnce = 500

/** Compares recorded blocks with those of the node. */
export class BlockStandings {
  private readonly database: Database
  private readonly chain: Chain
  private readonly nodeHas = new Map<number, string | null>()
  /** Every recorded block from `from` to `to` links to the next one, the last one to a block of the node. */
  private linked = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }

  constructor(database: Database, chain: Chain) {
    this.database = database
    this.chain = chain
  }

  /** How many blocks were compared. */
  get count(): number {
    return this.nodeHas.size
  }

  /** Asks the node for blocks, several at once, and links those that it doesn't know. */
  async ask(numbers: readonly number[]): Promise<void> {
    const open = [...new Set(numbers)].filter((number) => !this.nodeHas.has(number))
    await Promise.all(
      open.map(async (number) => this.nodeHas.set(number, (await this.chain.block(number))?.hash ?? null)),
    )
    const unknown = open.filter((number) => this.nodeHas.get(number) === null && !this.isLinked(number))
    if (unknown.length > 0) await this.link(Math.min(...unknown))
  }

  /** Returns how a recorded block stands. Its number was asked for before. */
  async of(number: number, hash: Uint8Array): Promise<BlockStanding> {
    const known = this.nodeHas.get(number)
    if (known) return known === hexOf(hash) ? 'same' : 'other'
    if (!this.isLinked(number)) return 'unknown'
    const recorded = await this.database.query<{ hash: Buffer }>(sql.blocksOfNumber, [number])
    return recorded.length === 1 && recorded.every((block) => equalBytes(block.hash, hash)) ? 'linked' : 'unknown'
  }

  private isLinked(number: number): boolean {
    return number >= this.linked.from && number <= this.linked.to
  }

  /** Follows the recorded headers from a number up to a block that the node has. */
  private async link(from: number): Promise<void> {
    let next = from
    let parent: Uint8Array | null = null
    for (;;) {
      const rows = await this.database.query<sql.RecordedHeader>(sql.headersFrom, [next, headersAtOnce])
      for (const { number, hash, header } of rows) {
        const { parentHash } = decodeHeader(header)
        const follows = number === next && (parent === null || equalBytes(parentHash, parent))
        if (!follows || !equalBytes(keccak256(header), hash)) return
        parent = hash
        next++
      }
      const last = rows.at(-1)
      if (!last) return
      const known = (await this.chain.block(last.number))?.hash
      if (known === hexOf(last.hash)) this.linked = { from, to: last.number }
      if (known !== undefined) return
    }
  }
}
