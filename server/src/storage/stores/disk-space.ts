import { statfs } from 'node:fs/promises'
import type { DiskReserve } from '../../base/settings/forms.js'
import { apiError } from '../../http/errors.js'
import { orStoreError } from './disk-errors.js'

/** Reads the size and the free space of the file system with a folder, in blocks. */
export type StatFs = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

/** Free space, in bytes, of the fullest file system. */
export interface Space {
  folder: string
  free: number
  reserve: number
}

/** Settings of a {@link DiskSpace}. */
export interface DiskSpaceOptions {
  /** The folder of the files; null when they are in S3. */
  files: string | null
  /** The folder of the embedded database; null without one. */
  database: string | null
  reserve: DiskReserve
  look?: StatFs
  /** A clock that never goes back, in milliseconds. */
  nowMs?: () => number
}

/** A look is good for this long. */
const lookMs = 100
/** The part of the reserve that stamps may not use either: a purge needs it to free space. */
const lastPart = 1 / 4
/** An upload looks at the disk again after this many bytes, and an upload of unknown length holds this many at a time. */
const sliceBytes = 4 << 20
/** Bytes that may be on their way to the disk: buffers of the upload and of the file system. */
const underWayBytes = 4 << 20

/**
 * Keeps a reserve free on the disk, which uploads may not use: the database needs room for stamps, and so does a purge, which frees
 * space only after it is committed. The last quarter of it is for purges alone.
 *
 * Every upload holds the space it needs before its first byte, so that several can't share the same space; what it has taken is on the
 * disk, and no longer held. Other processes and programs aren't known here, so each upload looks at the disk again as it proceeds.
 * It remembers nothing about refusals: once there is space, uploads go on.
 */
export class DiskSpace {
  private readonly options: DiskSpaceOptions
  private readonly nowMs: () => number
  private seen: { atMs: number; spaces: Space[] } = { atMs: Number.NEGATIVE_INFINITY, spaces: [] }
  private looking: Promise<Space[]> | null = null
  /** Bytes held, not on the disk yet. */
  private held = 0
  /** Bytes that came to the disk since the last look began. */
  private sinceLook = 0

  constructor(options: DiskSpaceOptions) {
    this.options = options
    this.nowMs = options.nowMs ?? (() => performance.now())
  }

  /** Bytes held for running uploads that are not on the disk yet. */
  get heldBytes(): number {
    return this.held
  }

  /** Returns the file system that has the least beyond its reserve; null when there is nothing to watch. */
  async tightest(): Promise<Space | null> {
    const spaces = await this.look()
    return spaces.reduce<Space | null>((least, one) => (least && beyond(least) <= beyond(one) ? least : one), null)
  }

  /** Returns the file systems that are watched, with what they hold. */
  async disks(): Promise<(Space & { holds: 'files' | 'database' })[]> {
    return (await this.look()).map((space) => ({
      ...space,
      holds: space.folder === this.options.files ? 'files' : 'database',
    }))
  }

  /** Whether the database's disk has no room for new records, as of the last look. Never waits, but looks again for the next ones. */
  get isFull(): boolean {
    if (!this.looking && this.nowMs() - this.seen.atMs >= lookMs) this.look().catch(() => undefined)
    return this.seen.spaces.some((space) => this.hasNoRoom(space))
  }

  /** Returns why nothing is recorded, if so. */
  async readinessProblems(): Promise<string[]> {
    const full = (await this.look()).find((space) => this.hasNoRoom(space))
    if (!full) return []
    const { folder, free, reserve } = full
    return [
      `Stamps and uploads are refused, because ${free} bytes are free on the disk of ${folder}, less than a quarter of the ${reserve} that are kept free (DISK_RESERVE). Deleting and purging go on. Free some space`,
    ]
  }

  /** Returns what an operator should know: uploads are refused, and why. */
  async warnings(): Promise<string[]> {
    const space = await this.tightest()
    if (!space || beyond(space) > 0) return []
    const { folder, free, reserve } = space
    return [
      `Degraded: uploads are refused, because ${free} bytes are free on the disk of ${folder} and ${reserve} are kept free (DISK_RESERVE). Stamps and purging go on. Free some space`,
    ]
  }

  /** Checks that so many bytes could be held now. @throws {ApiError} 507 */
  async check(bytes: number): Promise<void> {
    ;(await this.hold(bytes)).end(false)
  }

  /**
   * Holds space for an upload.
   *
   * @param bytes what it will take, as far as known; it may take more, as long as there is space
   * @throws {ApiError} 507 when taking so many would use the reserve
   */
  async hold(bytes: number): Promise<SpaceHold> {
    await this.look()
    this.add(bytes)
    return new SpaceHold(this, bytes)
  }

  /** Lets a hold grow. @throws {ApiError} 507 when the space isn't there, or others have used the reserve meanwhile */
  async grow(bytes: number): Promise<void> {
    const spaces = await this.look()
    if (spaces.some((space) => beyond(space) < 0)) throw apiError('disk_low')
    if (bytes > 0) this.add(bytes)
  }

  /** Ends holding bytes: they came to the disk, or aren't needed. */
  release(bytes: number, isOnDisk: boolean): void {
    this.held -= bytes
    if (isOnDisk) this.sinceLook += bytes
  }

  private hasNoRoom({ folder, free, reserve }: Space): boolean {
    return folder === this.options.database && free < reserve * lastPart
  }

  /** Synchronous, so that no other upload is checked in between. */
  private add(bytes: number): void {
    for (const space of this.seen.spaces) {
      const isOfFiles = space.folder === this.options.files
      const left = beyond(space) - (isOfFiles ? this.sinceLook + this.held : 0)
      if (left < (isOfFiles ? Math.max(1, bytes) : 1)) throw apiError('disk_low')
    }
    this.held += bytes
  }

  private async look(): Promise<Space[]> {
    if (this.nowMs() - this.seen.atMs < lookMs) return this.seen.spaces
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null
    })
    return this.looking
  }

  private async lookNow(): Promise<Space[]> {
    const { files, database, reserve, look = statfs } = this.options
    // Data written to the disk during the look may be counted twice, but never missed.
    this.sinceLook = 0
    const folders = [files, database].filter((folder) => folder !== null)
    const spaces = await Promise.all(
      folders.map(async (folder) => {
        const { bsize, blocks, bavail } = await orStoreError(look(folder))
        const kept = 'bytes' in reserve ? reserve.bytes : Math.floor((blocks * bsize * reserve.percent) / 100)
        return { folder, free: bavail * bsize, reserve: kept }
      }),
    )
    this.seen = { atMs: this.nowMs(), spaces }
    return spaces
  }
}

/** Space held for one upload. */
export class SpaceHold {
  private readonly space: DiskSpace
  private total: number
  private taken = 0
  private onDisk = 0
  private lookedAt = 0
  private isOver = false

  constructor(space: DiskSpace, bytes: number) {
    this.space = space
    this.total = bytes
  }

  /** Call before bytes are passed on to the store, and wait if it returns a promise. @throws {ApiError} 507 */
  take(bytes: number): Promise<void> | undefined {
    this.taken += bytes
    if (this.taken > this.total || this.taken - this.lookedAt >= sliceBytes) return this.lookAgain()
    this.settle()
    return undefined
  }

  /** Gives back what wasn't taken. `isKept` is false when what was taken has been deleted again. */
  end(isKept: boolean): void {
    if (this.isOver) return
    this.isOver = true
    const late = Math.min(this.taken, this.total) - this.onDisk
    if (isKept) this.space.release(late, true)
    this.space.release(this.total - this.onDisk - (isKept ? late : 0), false)
  }

  private async lookAgain(): Promise<void> {
    const missing = this.taken - this.total
    const more = missing > 0 ? Math.max(sliceBytes, missing) : 0
    await this.space.grow(more)
    this.total += more
    this.lookedAt = this.taken
    this.settle()
  }

  private settle(): void {
    const now = Math.max(0, this.taken - underWayBytes)
    this.space.release(now - this.onDisk, true)
    this.onDisk = now
  }
}

/** Free bytes beyond the reserve; negative when some of it is used. */
function beyond({ free, reserve }: Space): number {
  return free - reserve
}
