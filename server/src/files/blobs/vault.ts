import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../base/database/db.js'
import { advisoryLocks } from '../../base/database/locks.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { type Loop, startLoop } from '../../base/turns/loop.js'
import { apiError } from '../../http/errors.js'
import { encrypt } from '../../storage/age/age.js'
import { AgeFile } from '../../storage/age/range.js'
import { checked } from '../../storage/checked.js'
import { ChangedError, damageOf } from '../../storage/damage.js'
import type { HashPool } from '../../storage/hashing/pool.js'
import { privatePrefix } from '../../storage/rotate.js'
import type { StorageKeys } from '../../storage/storage-keys.js'
import type { BlobStore, EarlierBlob } from '../../storage/store.js'
import type { DiskSpace, SpaceHold } from '../../storage/stores/disk-space.js'
import { Begun } from './begun.js'
import { Damages } from './damages.js'
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
  /** SHA-256 of the content. Null where the rows keep none: of upload parts, and of thumbnails made by older versions. */
  digest: Uint8Array | null
}

/** Bytes of a content, both ends included. */
export interface Range {
  start: number
  end: number
}

/** Parts of a {@link Vault}. */
export interface VaultParts {
  store: BlobStore
  space: DiskSpace
  database: Database
  keys: StorageKeys
  /** Compare large contents with their digests. */
  threads: HashPool
  clock: TrustedClock
  logger: Logger
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
  readonly damages: Damages
  private readonly database: Database
  private readonly keys: StorageKeys
  private readonly threads: HashPool
  private readonly clock: TrustedClock
  private readonly logger: Logger
  private readonly unclaimed = new Set<string>()
  private readonly loops: Loop[] = []

  constructor({ store, space, database, keys, threads, clock, logger }: VaultParts) {
    this.store = store
    this.space = space
    this.database = database
    this.keys = keys
    this.threads = threads
    this.clock = clock
    this.logger = logger
    this.damages = new Damages(database, logger)
  }

  start(): void {
    const { clock, logger } = this
    this.loops.push(
      startLoop({ name: 'blob-leases', step: () => this.renew(), idleMs: renewMs, logger }),
      startLoop({ name: 'blob-sweep', step: () => clock.whenTrusted(() => this.sweep()), idleMs: sweepMs, logger }),
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
   * Opens a content, or a range of it, for a reader. Bytes are compared with what was recorded as they pass: a whole content with its
   * digest, a range with the tags of its chunks if it is encrypted, else only with its length. The last piece comes once all of this fits.
   * Damage that is found is noted.
   *
   * @throws {ApiError} 500 `content_damaged`, before the first byte or instead of the last piece; 503 when the store is away
   */
  async open(ref: BlobRef, range?: Range): Promise<AsyncIterable<Uint8Array>> {
    const pieces = this.judged(ref, this.read(ref, range))
    return new Begun(await pieces.next(), pieces)
  }

  /**
   * Reads a content, or a range of it, with the checks of {@link open}, but notes nothing.
   *
   * @param get reads the object; by default, as it is now
   * @throws errors of which {@link damageOf} says whether the object is damaged
   */
  async *read(ref: BlobRef, range?: Range, get?: EarlierBlob['get']): AsyncGenerator<Uint8Array, void, undefined> {
    const { blob: key, size, digest } = ref
    const recorded = range ? { key, size: range.end - range.start + 1, digest: null } : { key, size, digest }
    yield* checked(await this.asStored(ref, range, get), recorded, this.threads)
  }

  /** Opens an object as it is stored, decrypted but not compared with what was recorded. @throws as {@link read} */
  async asStored(
    ref: Omit<BlobRef, 'digest'>,
    range?: Range,
    get: EarlierBlob['get'] = (bytes) => this.store.get(ref.blob, bytes),
  ): Promise<AsyncIterable<Uint8Array>> {
    if (!ref.is_encrypted) return get(range).catch(orChanged(ref))
    const read = (start: number, end: number) => get({ start, end })
    const file = await AgeFile.open(this.keys.identities, ref.size, read).catch(orChanged(ref))
    return range ? file.range(range.start, range.end) : file.all()
  }

  /** Notes what an error of reading an object says about it. Returns false when that is nothing, or no row claims the object. */
  async noteDamage(key: string, error: unknown): Promise<boolean> {
    const damage = damageOf(error)
    return damage !== null && this.damages.note(key, damage, error)
  }

  private async *judged(
    { blob }: BlobRef,
    pieces: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* pieces
    } catch (error) {
      if (damageOf(error) === null) throw error
      const isNoted = await this.noteDamage(blob, error)
      throw apiError(isNoted ? 'content_damaged' : 'unavailable', {}, { cause: error })
    }
  }

  /**
   * Deletes objects that are due, unless a backup is running: by a clock that is ahead, those still arriving are, too. Their rows go after them, so that a process that dies in between repeats
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

/** An object that ends before the first byte of a range that its content has. */
function orChanged({ blob, size }: Omit<BlobRef, 'digest'>) {
  return (error: unknown): never => {
    if (error instanceof RangeError) throw new ChangedError(blob, `it is shorter than its ${size} bytes`)
    throw error
  }
}
