import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Logger } from 'pino'
import { writeDurably } from '../base/durable.js'

/** The saved state of the embedded chain: one gzip file, whose checksum tells when it is torn. */
export class ChainState {
  private readonly saved: string
  private readonly unpacked: string
  private readonly logger: Logger

  constructor(folder: string, logger: Logger) {
    this.saved = join(folder, 'state.json.gz')
    this.unpacked = join(folder, 'state.json')
    this.logger = logger
  }

  /** Replaces what was saved. */
  async save(gzip: Uint8Array): Promise<void> {
    await writeDurably(this.saved, gzip, 0o600)
  }

  /**
   * Unpacks what was saved, for the node to read.
   *
   * @returns the path of the unpacked state, or null when there is none that can be used
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

  /** Takes a state that cannot be used out of the way; the chain is then rebuilt from the database. */
  async putAside(reason: unknown): Promise<void> {
    const aside = `${this.saved}.damaged`
    this.logger.warn({ err: reason, aside }, 'the saved chain state is unusable, rebuilding the chain from empty')
    await rename(this.saved, aside)
    await this.clear()
  }

  /** Removes the unpacked state, once the node has read it. */
  async clear(): Promise<void> {
    await rm(this.unpacked, { force: true })
  }
}

/** Is it the content that is wrong? A full disk or a missing permission is not. */
function isDamage(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === undefined || code.startsWith('Z_')
}
