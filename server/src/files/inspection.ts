import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import type { Media } from '../media/media.js'
import type { Inspection } from '../media/process.js'
import { claimBlobs } from './blob-sql.js'
import * as sql from './sql.js'
import type { BlobRef, Vault } from './vault.js'

/** A version to look into. */
interface Due extends BlobRef {
  id: string
  owner: string
  looks: number
}

const atOnce = 20
const looksMax = 5
/** When nobody could look, because too many others were waiting or the store was away. */
const againMs = 600_000

/**
 * Finds out what contents are, and makes their thumbnails, after they were recorded: nothing about a content can hold up its
 * upload, or make it fail.
 */
export class Looks {
  private readonly database: Database
  private readonly vault: Vault
  private readonly media: Media
  private readonly logger: Logger
  private readonly running = new Map<string, Promise<void>>()

  constructor(options: { database: Database; vault: Vault; media: Media; logger: Logger }) {
    this.database = options.database
    this.vault = options.vault
    this.media = options.media
    this.logger = options.logger
  }

  /** Looks into a version that was just recorded; does not wait, and throws nothing. */
  begin(versionId: string, owner: string, ref: BlobRef): void {
    void this.run({ ...ref, id: versionId, owner, looks: 0 })
  }

  /** Resolves when a version that was just uploaded here has been looked into, at the latest after `msMax`. */
  async settled(versionId: string, msMax: number): Promise<void> {
    const running = this.running.get(versionId)
    if (!running) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, msMax)
    })
    await Promise.race([running, late])
    clearTimeout(timer)
  }

  /** Looks into versions that nobody has, though their time has come: their process died, or could not. For a loop. */
  async step(): Promise<void> {
    const due = await this.database.query<Due>(sql.takeLooks, [atOnce])
    await Promise.all(due.map((one) => this.run(one)))
  }

  /** Waits for what is running. */
  async stop(): Promise<void> {
    await Promise.all(this.running.values())
  }

  private run(due: Due): Promise<void> {
    const running = this.look(due)
      .catch((error: unknown) => this.logger.warn({ err: error, versionId: due.id }, 'inspecting a content failed'))
      .finally(() => this.running.delete(due.id))
    this.running.set(due.id, running)
    return running
  }

  private async look(due: Due): Promise<void> {
    const seen = await this.media.inspect(due.owner, () => this.vault.open(due))
    const { thumbnail } = seen
    const stored = thumbnail ? await this.vault.keep(once(thumbnail), due.is_encrypted) : null
    const isKept = await this.keep(due, seen, stored?.key ?? null)
    if (!stored) return
    if (isKept) this.vault.claimed(stored.key)
    else await this.vault.drop(stored.key)
  }

  /** False when the version was purged, or moved to another object, meanwhile. */
  private keep(due: Due, { facts, thumbnail, outcome }: Inspection, key: string | null): Promise<boolean> {
    const { mimetype = 'application/octet-stream', pages = 1, width = 0, height = 0 } = facts ?? {}
    const again = outcome === 'unseen' && due.looks < looksMax ? new Date(Date.now() + againMs) : null
    return this.database.transaction(async (tx) => {
      const size = thumbnail?.length ?? null
      const values = [due.id, due.blob, mimetype, pages, width, height, key, size, again]
      if ((await tx.execute(sql.keepLook, values)) === 0) return false
      if (key !== null && !(await claimBlobs(tx, [key]))) throw new Error('the thumbnail was swept')
      return true
    })
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}
