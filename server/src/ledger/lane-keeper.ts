import type { Logger } from 'pino'
import type { Database, Session } from '../base/db.js'
import type { Chain } from './chain.js'
import { Lane, type LaneTerms, leaseMs } from './lane.js'
import type { Signer } from './sign.js'
import * as sql from './sql.js'

/** Settings of a {@link LaneKeeper}. */
export interface LaneKeeperOptions {
  database: Database
  chain: Chain
  /** One lane for each key; this process holds one of them at a time. */
  signers: readonly Signer[]
  terms: LaneTerms
  logger: Logger
}

/** Namespace of the advisory locks that say "the holder's connection is alive"; the lane's id is added. */
const lockSpace = 7_461_002

/**
 * Keeps one lane open for this process: takes one that is free, renews its lease, and opens it again from the database
 * whenever its state became uncertain (I8).
 *
 * The lease is what allows a lane to be taken from a process that hangs. The advisory lock, which PostgreSQL frees as soon as
 * its holder's connection ends, only spares the wait when that process is gone. Safety needs neither: it is the fencing token.
 */
export class LaneKeeper {
  private readonly options: LaneKeeperOptions
  private held: Lane | null = null
  private alive: Session | null = null
  private renewedAt = 0

  constructor(options: LaneKeeperOptions) {
    this.options = options
  }

  /** The lane to write with, or null while there is none. */
  get lane(): Lane | null {
    return this.held && !this.held.lost ? this.held : null
  }

  /** One round of the keeping loop. */
  async step(): Promise<void> {
    const { database } = this.options
    if (this.held && !this.held.lost) {
      if (Date.now() - this.renewedAt < leaseMs / 4) return
      await this.held.renew(database)
      this.renewedAt = Date.now()
      return
    }
    this.dropSession()
    for (const signer of this.options.signers) {
      if (await this.take(signer)) return
    }
  }

  /** Gives the lane up, so that the next process need not wait. */
  async stop(): Promise<void> {
    await this.held?.giveUp(this.options.database).catch(() => undefined)
    this.held = null
    this.dropSession()
  }

  private async take(signer: Signer): Promise<boolean> {
    const { database, chain, terms, logger } = this.options
    const session = await database.session()
    let kept = false
    try {
      const known = () => session.query<{ id: number; fencing_token: number }>(sql.laneByAddress, [signer.address])
      let [row] = await known()
      if (!row) {
        await session.execute(sql.ensureLane, [signer.address, await chain.nonce(signer.address, 'pending')])
        ;[row] = await known()
      }
      const { id, fencing_token: token } = row as NonNullable<typeof row>
      // Each taking has a lock of its own: one that hung, and lets its lock go late, does not make its successor look gone.
      const isFree = async (taking: number) =>
        (await session.query<{ free: boolean }>(sql.tryLaneLock, [lockSpace + id, taking % 2 ** 31]))[0]?.free ?? false
      if (!(await isFree(token + 1))) return false
      const lane = await Lane.open(database, signer, terms, token, await isFree(token))
      if (!lane) return false
      this.held = lane
      this.renewedAt = Date.now()
      this.alive = session
      kept = true
      logger.info({ lane: lane.id, address: `0x${signer.address.toString('hex')}` }, 'lane taken')
      return true
    } finally {
      if (!kept) session.release(true)
    }
  }

  /** Closing the connection frees the advisory lock. */
  private dropSession(): void {
    this.alive?.release(true)
    this.alive = null
    this.held = null
  }
}
