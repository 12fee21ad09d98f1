import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import { type Loop, startLoop } from '../base/loop.js'
import { encrypt } from '../storage/age.js'
import { AgeFile } from '../storage/age-range.js'
import { privatePrefix } from '../storage/age-rotate.js'
import type { StorageKeys } from '../storage/storage-keys.js'
import { BlobMissingError, type BlobStore } from '../storage/store.js'
import { announceBlobs, forgetBlobs, renewBlobs, takeDue } from './blob-sql.js'

/** An object that was stored and belongs to no row yet. */
export interface StoredBlob {
  key: string
  isEncrypted: boolean
}

/** How to read an object. */
export interface BlobRef {
  blob: string
  is_encrypted: boolean
  /** Bytes of the content. */
  size: number
}

/** An object nobody brings to its end is swept after this long; who is at it says so more often. */
const leaseMs = 60_000
const renewMs = 15_000
const sweepAtOnce = 50
const sweepMs = 15_000

/**
 * The contents of files: in the store, plain or encrypted, and listed in the database from before they are there until after
 * they are gone. So whatever is killed when, no object is lost that a row claims, and none stays that no row claims.
 */
export class Vault {
  readonly store: BlobStore
  private readonly database: Database
  private readonly keys: StorageKeys
  private readonly logger: Logger
  private readonly underWay = new Set<string>()
  private readonly loops: Loop[] = []

  constructor(options: { store: BlobStore; database: Database; keys: StorageKeys; logger: Logger }) {
    this.store = options.store
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

  /** Sweeps at once: something is to be deleted. */
  wake(): void {
    for (const loop of this.loops) loop.wake()
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()))
  }

  /**
   * Stores a content durably. Then it is the caller's to claim ({@link claimBlobs}) or to {@link drop}.
   *
   * @throws ApiError when the store cannot keep it; what the source throws. Then nothing of it stays
   */
  async keep(source: AsyncIterable<Uint8Array>, isEncrypted: boolean, signal?: AbortSignal): Promise<StoredBlob> {
    // By its beginning a change of the identity finds what is encrypted.
    const key = `${isEncrypted ? privatePrefix : ''}${new Date().toISOString().slice(0, 7)}/${randomUUID()}`
    this.underWay.add(key)
    const announced = announceBlobs(this.database, [key], leaseMs)
    announced.catch(() => undefined)
    try {
      const plain = endAfter(source, announced)
      const recipients = [this.keys.current.recipient]
      await this.store.put(key, isEncrypted ? encrypt(recipients, plain) : plain, signal ? { signal } : {})
      return { key, isEncrypted }
    } catch (error) {
      await this.drop(key)
      throw error
    }
  }

  /** Ends an object's time on its way: it was claimed. */
  claimed(key: string): void {
    this.underWay.delete(key)
  }

  /** Deletes what nobody claims. When that fails the sweep does it later. */
  async drop(...keys: string[]): Promise<void> {
    for (const key of keys) this.underWay.delete(key)
    try {
      await this.store.delete(keys)
      await this.database.execute(forgetBlobs, [keys])
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot delete an object, leaving it to the sweep')
    }
  }

  /**
   * A content, or its bytes from `start` to `end`, both included.
   *
   * @throws BlobMissingError, AgeError before the first byte when it is not what it must be
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

  /** Deletes objects whose time has come. The rows go after the objects: who is killed in between does it again. */
  async sweep(): Promise<void> {
    for (let more = true; more; ) {
      more = await this.database.transaction(async (tx) => {
        const keys = (await tx.query<{ key: string }>(takeDue, [sweepAtOnce])).map(({ key }) => key)
        if (keys.length === 0) return false
        await this.store.delete(keys)
        await tx.execute(forgetBlobs, [keys])
        return keys.length === sweepAtOnce
      })
    }
  }

  private async renew(): Promise<void> {
    if (this.underWay.size > 0) await renewBlobs(this.database, [...this.underWay], leaseMs)
  }
}

/** The source, whose end waits until the object is listed: nothing is stored that the database does not know. */
async function* endAfter(
  source: AsyncIterable<Uint8Array>,
  announced: Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source
  await announced
}

async function* none(): AsyncGenerator<Uint8Array, void, undefined> {}
