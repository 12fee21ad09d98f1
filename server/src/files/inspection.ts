import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../base/database/db.js'
import { ApiError } from '../http/errors.js'
import type { Media } from '../media/media.js'
import type { Inspection } from '../media/process.js'
import { claimBlobs } from './blobs/sql.js'
import type { BlobRef, StoredBlob, Vault } from './blobs/vault.js'
import * as sql from './sql.js'

/** A version to inspect. */
interface Due extends BlobRef {
  id: string
  owner: string
  /** Inspections so far. */
  looks: number
}

const atOnce = 20
const attemptsMax = 5
/** Time until the next attempt when the content couldn't be read: the queue was full, or the store unavailable. */
const retryMs = 600_000

/** How long the details of a file that was just uploaded wait for its inspection. */
export const inspectionWaitMs = 2000

/**
 * Finds out what contents are and makes their thumbnails, after they were recorded: nothing in a content can delay its upload or
 * make it fail.
 */
export class Inspector {
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

  /** Starts the inspection of a version that was just recorded. Neither waits nor throws. */
  begin(versionId: string, owner: string, ref: BlobRef): void {
    void this.run({ ...ref, id: versionId, owner, looks: 0 })
  }

  /**
   * Reads a file again after its inspection, if one is running in this process.
   *
   * @param file as it was read
   * @param msMax how long to wait at most
   */
  async afterInspection(file: sql.FileRow, read: () => Promise<sql.FileRow>, msMax: number): Promise<sql.FileRow> {
    if (file.look_at === null) return file
    const running = this.running.get(file.shown_version)
    if (running) await settledWithin(running, msMax)
    return read()
  }

  /** Inspects versions that are overdue: the process that should have done it died, or failed. For a loop. */
  async step(): Promise<void> {
    const due = await this.database.query<Due>(sql.takeInspections, [atOnce])
    await Promise.all(due.map((one) => this.run(one)))
  }

  /** Waits for running inspections. */
  async stop(): Promise<void> {
    await Promise.all(this.running.values())
  }

  private run(due: Due): Promise<void> {
    const running = this.inspect(due)
      .catch((error: unknown) => this.logger.warn({ err: error, versionId: due.id }, 'inspection failed'))
      .finally(() => this.running.delete(due.id))
    this.running.set(due.id, running)
    return running
  }

  private async inspect(due: Due): Promise<void> {
    const inspection = await this.media.inspect(due.owner, () => this.vault.open(due))
    const { thumbnail } = inspection
    const stored = thumbnail ? await this.keepThumbnail(thumbnail, due.is_encrypted) : null
    const isKept = await this.keep(due, inspection, stored?.key ?? null)
    if (isKept) {
      if (stored) this.vault.claimed(stored.key)
      return
    }
    if (stored) await this.vault.delete(stored.key)
    // Encrypted meanwhile: a thumbnail is encrypted where its content is.
    const [moved] = await this.database.query<BlobRef>(sql.movedBlob, [due.id, due.blob])
    if (moved) await this.inspect({ ...due, ...moved })
  }

  /** Returns null when the disk is nearly full: the facts are kept, and the thumbnail is made later. */
  private keepThumbnail(thumbnail: Uint8Array, isEncrypted: boolean): Promise<StoredBlob | null> {
    return this.vault.keep(once(thumbnail), isEncrypted).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 507) return null
      throw error
    })
  }

  /** Returns false when the version was purged, or moved to another object, in the meantime. */
  private keep(due: Due, { facts, thumbnail, outcome }: Inspection, key: string | null): Promise<boolean> {
    const { mimetype = 'application/octet-stream', pages = 1, width = 0, height = 0 } = facts ?? {}
    const isPutOff = thumbnail !== null && key === null
    const isLater = isPutOff || (outcome === 'skipped' && due.looks < attemptsMax)
    const retryInMs = isLater ? retryMs : null
    return this.database.transaction(async (tx) => {
      const size = key === null ? null : (thumbnail?.length ?? null)
      const digest = key === null || thumbnail === null ? null : createHash('sha256').update(thumbnail).digest()
      const values = [due.id, due.blob, mimetype, pages, width, height, key, size, digest, retryInMs]
      if ((await tx.execute(sql.keepInspection, values)) === 0) return false
      if (key !== null && !(await claimBlobs(tx, [key]))) throw new Error('the thumbnail was swept')
      return true
    })
  }
}

async function settledWithin(running: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([running, late])
  clearTimeout(timer)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}
