import type { ChainReceipt } from '../../chain/chain.js'
import { hexOf } from '../../chain/hex.js'
import * as sql from '../sql.js'
import type { Tracking } from './tracking.js'

/** A recorded block, and the verified one in its place. */
export interface Stray {
  number: number
  hash: Buffer
  instead: ChainReceipt['blockHash']
}

/**
 * Batches recorded in blocks of a branch that was given up, found when a block of this number is final: a process that hung while the
 * chain was reorganised may have recorded them after the others had reopened theirs.
 */
export class Strays {
  private readonly tracking: Tracking
  private before = new Set<string>()

  constructor(tracking: Tracking) {
    this.tracking = tracking
  }

  /** Submits their batches again, once they were found twice in a row. @returns what speaks against that, in words */
  async reopen(found: readonly Stray[]): Promise<string | null> {
    const { database, chain, logger } = this.tracking
    const again = found.filter(({ hash }) => this.before.has(hexOf(hash)))
    this.before = new Set(found.map(({ hash }) => hexOf(hash)))
    const newest = again.at(-1)
    if (!newest) return null
    const objection = await chain.objection({ number: newest.number, hash: newest.instead })
    if (objection) return objection
    const hashes = again.map(({ hash }) => hash)
    await database.transaction(async (tx) => {
      await tx.query(sql.lockBlocks, [hashes])
      await tx.query(sql.reopenIn, [hashes])
      await tx.execute(sql.forgetStrays, [hashes])
    })
    logger.warn(
      { blocks: again.map(({ number }) => number) },
      'reorg: blocks recorded late were replaced, sending again',
    )
    return null
  }
}
