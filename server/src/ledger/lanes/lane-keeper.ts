import type { Logger } from 'pino'
import type { Database, Session } from '../../base/database/db.js'
import { advisoryLocks } from '../../base/database/locks.js'
import { type Clock, systemClock } from '../../base/turns/clock.js'
import type { Chain } from '../../chain/chain.js'
import type { Signer } from '../../chain/sign.js'
import * as sql from '../sql.js'
import { Lane, type LaneTerms, leaseMs } from './lane.js'

/** Settings of a {@link LaneKeeper}. */
export interface LaneKeeperOptions {
  database: Database
  chain: Chain
  /** A lane for each key; this process holds one of them at a time. */
  signers: readonly Signer[]
  terms: LaneTerms
  logger: Logger
  clock?: Pick<Clock, 'elapsed'>
}

/**
 * Keeps a lane for this process: takes a free one, renews its lease, and reopens it from the database when its state became
 * uncertain (I8).
 *
 * The lease lets another process take the lane of a hanging process. The advisory lock, which PostgreSQL frees when the holder's
 * connection ends, only saves waiting for the lease of a dead process. Safety rests on neither, but on the fencing token.
 */
export class LaneKeeper {
  private readonly options: LaneKeeperOptions
  private readonly clock: Pick<Clock, 'elapsed'>
  private held: Lane | null = null
  private alive: Session | null = null
  private renewedAt = Number.NEGATIVE_INFINITY

  constructor(options: LaneKeeperOptions) {
    this.options = options
    this.clock = options.clock ?? systemClock
  }

  /** The lane to write with, if any. */
  get lane(): Lane | null {
    return this.held && !this.held.lost ? this.held : null
  }

  /** Renews the lease when it is due, or tries to take a lane. */
  async step(): Promise<void> {
    const { database } = this.options
    if (this.held && !this.held.lost) {
      if (this.clock.elapsed() - this.renewedAt < leaseMs / 4) return
      await this.held.renew(database)
      this.renewedAt = this.clock.elapsed()
      return
    }
    this.dropSession()
    for (const signer of this.options.signers) {
      if (await this.take(signer)) return
    }
  }

  /** Gives up the lane, so the next process needn't wait. */
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
      // Each taking has its own lock: a hung holder that frees its lock late must not make its successor look dead.
      const isFree = async (taking: number) =>
        (await session.query<{ free: boolean }>(sql.tryLaneLock, [advisoryLocks.lane + id, taking % 2 ** 31]))[0]
          ?.free ?? false
      if (!(await isFree(token + 1))) return false
      const lane = await Lane.open(database, signer, terms, token, await isFree(token))
      if (!lane) return false
      this.held = lane
      this.renewedAt = this.clock.elapsed()
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
