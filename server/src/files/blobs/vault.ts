import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../base/database/db.js'
import { advisoryLocks } from '../../base/database/locks.js'
import { type Loop, startLoop } from '../../base/turns/loop.js'
import { encrypt } from '../../storage/age/age.js'
import { AgeFile } from '../../storage/age/range.js'
import { privatePrefix } from '../../storage/rotate.js'
import type { StorageKeys } from '../../storage/storage-keys.js'
import { BlobMissingError, type BlobStore } from '../../storage/store.js'
import type { DiskSpace, SpaceHold } from '../../storage/stores/disk-space.js'
import { addLeftovers, maySweep, removeLeftovers, renewLeftovers, takeDue } from './sql.js'

/** A stored object that no row claims yet. */
export interface StoredBlob {
  key: string
  isEncrypted: boolean
}

/** A reference to a stored object. */
export interface BlobRef {
  blob: string
  is_encrypted: boolean
  /** Bytes of the content. */
  size: number
}

/** An unfinished object is swept after this time, unless its process renews the lease. */
const leaseMs = 60_000
const renewMs = 15_000
const sweepAtOnce = 50
const sweepMs = 15_000

/**
 * Stores the contents of files, plain or encrypted. The database lists an object from before it is written until after it is deleted.
 * So whichever process dies when, no claimed object is lost, and no unclaimed object stays.
 */
export class Vault {
  readonly store: BlobStore
  readonly space: DiskSpace
  private readonly database: Database
  private readonly keys: StorageKeys
  private readonly logger: Logger
  private readonly unclaimed = new Set<string>()
  private readonly loops: Loop[] = []

  constructor(options: { store: BlobStore; space: DiskSpace; database: Database; keys: StorageKeys; logger: Logger }) {
    this.store = options.store
    this.space = options.space
    this.database = options.database
    this.keys = options.keys
    this.logger = options.logger
  }

  start(): void {
    const { logger } = this
    this.loops.push(
      startLoop({ name: 'blob-leases', step: () => this.renew(), idleMs: renewMs, logger }),
      startLoop({ name: 'blob-sweep', step: () => this.sweep(), idleMs: sweepMs, logger }),
    )
  }

  /** Sweeps at once. */
  wake(): void {
    for (const loop of this.loops) loop.wake()
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()))
  }

  /**
   * Stores a content durably. Then the caller must claim it ({@link claimBlobs}) or {@link delete} it.
   *
   * @param hold space that the caller holds for it; by default it is held as the content arrives
   * @throws {ApiError} when the store can't keep it, and the errors of the source; then nothing stays
   */
  async keep(source: AsyncIterable<Uint8Array>, isEncrypted: boolean, hold?: SpaceHold): Promise<StoredBlob> {
    if (hold) return this.keepIn(hold, source, isEncrypted)
    const own = await this.space.hold(0)
    let isKept = false
    try {
      const stored = await this.keepIn(own, source, isEncrypted)
      isKept = true
      return stored
    } finally {
      own.end(isKept)
    }
  }

  /** Stops renewing the lease of an object that was claimed. */
  claimed(key: string): void {
    this.unclaimed.delete(key)
  }

  private async keepIn(hold: SpaceHold, source: AsyncIterable<Uint8Array>, isEncrypted: boolean): Promise<StoredBlob> {
    // The prefix lets a change of identity find encrypted objects.
    const key = `${isEncrypted ? privatePrefix : ''}${new Date().toISOString().slice(0, 7)}/${randomUUID()}`
    this.unclaimed.add(key)
    const listed = addLeftovers(this.database, [key], leaseMs)
    listed.catch(() => undefined)
    try {
      const plain = endAfter(within(hold, source), listed)
      const recipients = [this.keys.current.recipient]
      await this.store.put(key, isEncrypted ? encrypt(recipients, plain) : plain)
      return { key, isEncrypted }
    } catch (error) {
      // Taken off the list before it arrives there, it would stay until the sweep.
      await listed.catch(() => undefined)
      await this.delete(key)
      throw error
    }
  }

  /** Deletes unclaimed objects. If that fails, the sweep does it later. */
  async delete(...keys: string[]): Promise<void> {
    for (const key of keys) this.unclaimed.delete(key)
    try {
      await this.store.delete(keys)
      await this.database.execute(removeLeftovers, [keys])
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot delete an object, leaving it to the sweep')
    }
  }

  /**
   * Opens a content, or its bytes from `start` to `end`, both included.
   *
   * @throws {BlobMissingError} when the object is missing
   * @throws {AgeError} before the first byte, when decryption fails
   */
  async open(ref: BlobRef, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array>> {
    if (!ref.is_encrypted) {
      if (ref.size > 0) return this.store.get(ref.blob, range)
      if ((await this.store.size(ref.blob)) === null) throw new BlobMissingError(ref.blob)
      return none()
    }
    const read = (start: number, end: number) => this.store.get(ref.blob, { start, end })
    const file = await AgeFile.open(this.keys.identities, ref.size, read)
    return range ? file.range(range.start, range.end) : file.all()
  }

  /**
   * Deletes objects that are due, unless a backup is running. Their rows go after them, so that a process that dies in between repeats
   * the deletion.
   */
  async sweep(): Promise<void> {
    for (let more = true; more; ) {
      more = await this.database.transaction(async (tx) => {
        const [free] = await tx.query<{ may: boolean }>(maySweep, [advisoryLocks.objects])
        if (!free?.may) return false
        const keys = (await tx.query<{ key: string }>(takeDue, [sweepAtOnce])).map(({ key }) => key)
        if (keys.length === 0) return false
        await this.store.delete(keys)
        await tx.execute(removeLeftovers, [keys])
        return keys.length === sweepAtOnce
      })
    }
  }

  private async renew(): Promise<void> {
    if (this.unclaimed.size > 0) await renewLeftovers(this.database, [...this.unclaimed], leaseMs)
  }
}

/** Passes a content on while there is space for it. */
async function* within(
  hold: SpaceHold,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of source) {
    const looked = hold.take(piece.length)
    if (looked) await looked
    yield piece
  }
}

/** Delays the end of the source until the object is listed: the store never holds an object that the database doesn't know. */
async function* endAfter(
  source: AsyncIterable<Uint8Array>,
  listed: Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source
  await listed
}

async function* none(): AsyncGenerator<Uint8Array, void, undefined> {}
