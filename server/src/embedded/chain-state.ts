import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Logger } from 'pino'
import { writeDurably } from '../base/durable.js'

/** Saved state of the embedded chain: one gzip file, whose checksum detects a torn write. */
export class ChainState {
  private readonly saved: string
  private readonly unpacked: string
  private readonly logger: Logger

  constructor(folder: string, logger: Logger) {
    this.saved = join(folder, 'state.json.gz')
    this.unpacked = join(folder, 'state.json')
    this.logger = logger
  }

  /** Replaces the saved state. */
  async save(gzip: Uint8Array): Promise<void> {
    await writeDurably(this.saved, gzip, 0o600)
  }

  /**
   * Unpacks the saved state for the node.
   *
   * @returns the path of the unpacked state; null when no state is usable
   */
  async unpack(): Promise<string | null> {
    const found = await stat(this.saved).catch(() => null)
    if (!found) return null
    try {
      await pipeline(createReadStream(this.saved), createGunzip(), createWriteStream(this.unpacked, { mode: 0o600 }))
      if ((await stat(this.unpacked)).size === 0) throw new Error('the state is empty')
      return this.unpacked
    } catch (error) {
      if (!isDamage(error)) throw error
      await this.putAside(error)
      return null
    }
  }

  /** Moves an unusable state aside; the chain is then rebuilt from the database. */
  async putAside(reason: unknown): Promise<void> {
    const aside = `${this.saved}.damaged`
    this.logger.warn({ err: reason, aside }, 'the saved chain state is unusable, rebuilding the chain from empty')
    await rename(this.saved, aside)
    await this.clear()
  }

  /** Removes the unpacked state after the node has read it. */
  async clear(): Promise<void> {
    await rm(this.unpacked, { force: true })
  }
}

/** Returns whether the content is damaged, as opposed to a full disk or a missing permission. */
function isDamage(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === undefined || code.startsWith('Z_')
}
