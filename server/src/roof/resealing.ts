import type { Logger } from 'pino'
import type { Database } from '../base/database/db.js'
import { advisoryLocks, whileHeld } from '../base/database/locks.js'
import { dismissOlder, noteProgress, progressOf, seenKeys } from '../base/database/master-keys.js'
import { keyIdOf, ringOf } from '../base/ring.js'
import type { SealedPart } from '../base/sealed.js'
import type { MasterKey } from '../base/secrets.js'
import type { Metrics } from '../base/telemetry/metrics.js'
import { type Loop, startLoop } from '../base/turns/loop.js'

const idleMs = 600_000

/** Parts of {@link Resealing}. */
export interface ResealingParts {
  database: Database
  masterKey: MasterKey
  /** Of all rooms. */
  sealed: readonly SealedPart[]
  logger: Pick<Logger, 'info' | 'warn'>
}

/**
 * Re-seals everything with the newest master key, in the background, while the ring holds older ones: once when it starts, and once more
 * when no process can seal with an older key any longer. If that finds nothing left, the older ones are no longer needed.
 *
 * Keeps no place: what is re-sealed is recognised, so a pass after a kill goes on where the last one was.
 */
export class Resealing {
  private readonly parts: ResealingParts
  private readonly newest: string
  private readonly hasOlder: boolean
  private readonly stopping = new AbortController()
  private hasPassed = false
  private loop: Loop | null = null

  constructor(parts: ResealingParts) {
    this.parts = parts
    const [newest, ...older] = ringOf(parts.masterKey)
    this.newest = keyIdOf(newest)
    this.hasOlder = older.length > 0
  }

  /** Starts the loop. */
  start(): this {
    this.loop = startLoop({ name: 'resealing', step: () => this.step(), idleMs, logger: this.parts.logger })
    return this
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.loop?.stop()
  }

  addMetrics(metrics: Metrics): void {
    const { database } = this.parts
    metrics.gauge(
      'master_keys_needed',
      'Master keys that stored values may be sealed with: 1 unless they are changing',
      async () => {
        return (await seenKeys(database)).filter(({ isNeeded }) => isNeeded).length
      },
    )
    metrics.gauges('values_to_reseal', 'Values that an older master key seals, of those counted', 'part', async () => {
      const found = await progressOf(database)
      return found.flatMap(({ part, remaining }) => (remaining === null ? [] : [[part, remaining] as const]))
    })
  }

  /** Makes a pass if one is due, unless another process is at it. */
  async step(): Promise<void> {
    if (!this.hasOlder) return
    const { database } = this.parts
    const [newest, ...others] = await seenKeys(database)
    // Another process was started with a newer key, or all is done.
    if (newest?.id !== this.newest || !others.some(({ isNeeded }) => isNeeded)) return
    if (this.hasPassed && !newest.isSettled) return
    await whileHeld(database, advisoryLocks.resealing, () => this.pass(newest.isSettled))
  }

  private async pass(isSettled: boolean): Promise<void> {
    const { database, sealed, logger } = this.parts
    let left = 0
    for (const part of sealed) {
      left += await this.reseal(part)
      if (this.stopping.signal.aborted) return
    }
    this.hasPassed = true
    if (left > 0) {
      logger.warn({ left }, 'no key of MASTER_KEY opens some stored secrets: older keys stay needed')
    } else if (isSettled) {
      await dismissOlder(database, this.newest)
      logger.info(
        { newest: this.newest },
        'everything is sealed with the newest master key; older ones are no longer needed',
      )
    } else {
      logger.info(
        { newest: this.newest },
        're-sealed everything with the newest master key; a later pass will look again',
      )
    }
  }

  /** Returns how many values no key opens. */
  private async reseal(part: SealedPart): Promise<number> {
    const { database, logger } = this.parts
    const state = { part: part.name, keyId: this.newest }
    let failed = 0
    let remaining = (await part.count?.()) ?? null
    await noteProgress(database, { ...state, resealed: 0, remaining })
    await part.reseal(this.stopping.signal, async (slice) => {
      failed += slice.failed
      if (remaining !== null) remaining = Math.max(remaining - slice.resealed, 0)
      await noteProgress(database, { ...state, resealed: slice.resealed, remaining })
    })
    if (this.stopping.signal.aborted) return failed
    await noteProgress(database, { ...state, resealed: 0, remaining: failed })
    if (failed > 0) logger.warn({ part: part.name, failed }, 'no key of MASTER_KEY opens these stored secrets')
    return failed
  }
}
