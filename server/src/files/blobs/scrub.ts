import type { Logger } from 'pino'
import type { Database } from '../../base/database/db.js'
import { advisoryLocks, whileHeld } from '../../base/database/locks.js'
import type { Metrics } from '../../base/telemetry/metrics.js'
import { type Loop, startLoop } from '../../base/turns/loop.js'
import { type Claimed, contentsAfter, look } from './looks.js'
import { Pace, type PaceOptions, StoppedError } from './pace.js'
import { type DamagedVersion, repair } from './repair.js'
import * as sql from './scrub-sql.js'
import type { Vault } from './vault.js'

/** How often to see whether a pass is due, and to look again at what is damaged. */
const idleMs = 600_000
const damagedAtOnce = 100
/** Series of the metric that names files. */
const filesShownMax = 100
/** The place of a pass is kept after so many bytes: a restart repeats no more, except of one object. */
const sliceBytes = 64 << 20

/** Parts of a {@link Scrub}. */
export interface ScrubParts {
  database: Database
  vault: Vault
  /** From the beginning of one pass to that of the next; 0 for no passes. */
  intervalMs: number
  pace: PaceOptions
  logger: Logger
}

/**
 * Compares all stored contents with what was recorded, slowly, one pass an interval: nothing reads most of them for years, and a disk that
 * lost a byte doesn't say so. How far it is stands in the database, so a pass goes on after a restart, in whatever process. Damaged
 * contents are restored from another copy if there is one, and looked at again until they are right.
 */
export class Scrub implements Loop {
  readonly name = 'scrub'
  private readonly parts: ScrubParts
  private readonly pace: Pace
  private loop: Loop | null = null

  constructor(parts: ScrubParts) {
    this.parts = parts
    this.pace = new Pace(parts.pace)
  }

  /** Starts the loop. */
  start(): this {
    const { logger, vault } = this.parts
    this.loop = startLoop({ name: this.name, step: () => this.step(), idleMs, logger })
    vault.damages.onContent = () => this.wake()
    return this
  }

  addMetrics(metrics: Metrics): void {
    const { database, vault } = this.parts
    const pass = async (which: 'objects' | 'bytes') =>
      (await database.query<sql.Pass>(sql.currentPass))[0]?.[which] ?? 0
    metrics.gauge('scrub_objects', 'Stored objects compared in this pass or the last one', () => pass('objects'))
    metrics.gauge('scrub_bytes', 'Bytes compared in this pass or the last one', () => pass('bytes'))
    metrics.gauge('damaged_contents', 'Stored contents that are not what was recorded', () => vault.damages.count())
    metrics.gauges('damaged_file', 'A file with a damaged content', 'file', async () => {
      const found = await vault.damages.list(filesShownMax)
      return found.map(({ fileId }) => [fileId, 1] as const)
    })
  }

  wake(): void {
    this.loop?.wake()
  }

  async stop(): Promise<void> {
    this.pace.stop()
    await this.loop?.stop()
  }

  /** Looks at damaged contents, then goes on with a pass that is due, to its end. One process does so at a time. */
  async step(): Promise<void> {
    const { intervalMs } = this.parts
    try {
      await this.inTurn(() => this.lookAtDamaged())
      if (intervalMs > 0) while (await this.inTurn(() => this.advance()));
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error
    }
  }

  /** Works while this process holds the lock. Returns false when another one does. */
  private async inTurn(work: () => Promise<boolean>): Promise<boolean> {
    return (await whileHeld(this.parts.database, advisoryLocks.scrub, work)) ?? false
  }

  /** Returns whether the pass goes on. */
  private async advance(): Promise<boolean> {
    const { database, intervalMs } = this.parts
    await database.execute(sql.beginFirst)
    await database.execute(sql.beginDue, [intervalMs])
    const [pass] = await database.query<sql.Pass>(sql.currentPass)
    if (!pass || pass.endedAt) return false
    const found = await contentsAfter(database, pass.after)
    if (found.length === 0) {
      await database.execute(sql.endPass)
      return false
    }
    let [last, objects, bytes] = [pass.after, 0, 0]
    for (const object of found) {
      if (bytes >= sliceBytes && object.within !== last) break
      bytes += await this.lookAt(object)
      objects++
      last = object.within
    }
    await database.execute(sql.advancePass, [last, objects, bytes])
    return true
  }

  /** Returns the bytes that were read. */
  private async lookAt(object: Claimed): Promise<number> {
    const { damages } = this.parts.vault
    let bytes = 0
    const seen = await look(this.parts, object, (count) => {
      bytes += count
      return this.pace.take(count)
    })
    if ('error' in seen) await damages.note(object.blob, seen.found, seen.error)
    return bytes
  }

  /** Restores what it can. Returns false: once is enough. */
  private async lookAtDamaged(): Promise<false> {
    const { database, vault } = this.parts
    for (const version of await database.query<DamagedVersion>(sql.damagedVersions, [damagedAtOnce])) {
      const seen = await look(this.parts, version, (count) => this.pace.take(count))
      if (seen.found === 'good') await vault.damages.clear(version.blob)
      else if (seen.found !== 'gone') await repair(this.parts, version)
    }
    return false
  }
}
