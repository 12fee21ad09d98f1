import type { Database, Queryable } from '../../base/database/db.js'
import { type Clock, systemClock } from '../../base/turns/clock.js'
import { apiError } from '../../http/errors.js'
import type { Limits } from '../settings.js'
import { type OwnLimits, readUsage, type Usage } from './sql.js'

/** An account's usage and quotas; a limit of 0 means none. */
export interface Quota {
  usage: Usage
  limits: Limits
  /** Where its limits differ from the settings. */
  own: OwnLimits
}

/** The storage of an account, as it was read. */
export interface StorageQuota {
  /** @throws {ApiError} 507 when so many bytes more don't fit */
  require(size: number): void
}

/** An account's limit of stamps in a day, and what is left of both. */
export interface StampsLeft {
  left: number
  limit: number
  /** UTC, in days since 1970. */
  day: number
  daySecondsLeft: number
}

interface SeenStamps {
  /** The database's UTC day, in days since 1970, and when it ends, on the monotonic clock. */
  day: number
  dayEndsMs: number
  /** Counted in the database. */
  counted: number
  /** Accepted here since. */
  accepted: number
  max: number
  /** Bytes stored, and those of stamps accepted here since. */
  bytes: number
  limits: Limits
  /** When it was read, on the monotonic clock. */
  readAtMs: number
}

/** Stamps are counted in memory between looks at the database, which has the last word. */
const seenMs = 5000
/** No refusal rests on a look older than this. */
const refusalMs = 250
const accountsMax = 10_000

/**
 * The quotas of accounts. Storage is checked in the transaction that records a file, and before it is sent as far as known. Stamps are
 * checked twice: here, so that refusals cost next to nothing, and exactly in the transaction of their batch. The storage of their metadata
 * is checked here alone: stamps on their way to the database may exceed it.
 * Items of multi-stamps under way are counted in memory, which is what they use up.
 */
export class Quotas {
  private readonly db: Database
  private readonly defaults: Limits
  private readonly clock: Clock
  private readonly seen = new Map<string, SeenStamps>()
  private readonly looks = new Map<string, Promise<SeenStamps>>()
  private readonly bulkItems = new Map<string, number>()

  constructor(options: { db: Database; defaults: Limits; clock?: Clock }) {
    this.db = options.db
    this.defaults = options.defaults
    this.clock = options.clock ?? systemClock
  }

  /** The limit on stamps a day of accounts that have none of their own. */
  get stampsPerDay(): number {
    return this.defaults.stampsPerDay
  }

  /** Reads usage and limits. */
  async of(accountId: string, db: Queryable = this.db): Promise<Quota> {
    const { usage, own } = await readUsage(db, accountId)
    return { usage, own, limits: limitsOf(this.defaults, own) }
  }

  /** Returns an account's limit of the day, and what is left of it as far as this process knows; null without one, or before a look. */
  stampsLeft(accountId: string): StampsLeft | null {
    const seen = this.seenToday(accountId)
    if (!seen || seen.max === 0) return null
    const { max: limit, counted, accepted, day } = seen
    return { left: Math.max(0, limit - counted - accepted), limit, day, daySecondsLeft: this.secondsLeft(seen) }
  }

  /** Items of multi-stamps that this process is working on for an account. */
  bulkItemsOf(accountId: string): number {
    return this.bulkItems.get(accountId) ?? 0
  }

  /** Reads how much an account stores, to check a file of still unknown size against. */
  async storage(accountId: string): Promise<StorageQuota> {
    const { usage, limits } = await this.of(accountId)
    return { require: (size) => requireStorage(usage.storedBytes, size, limits) }
  }

  /** Checks a file that the transaction has just recorded. @throws {ApiError} 507 when it was too large */
  async checkStored(tx: Queryable, accountId: string, size: number): Promise<void> {
    const { usage, limits } = await this.of(accountId, tx)
    requireStorage(usage.storedBytes - size, size, limits)
  }

  /**
   * Checks a resumable upload that the transaction has just begun. An account without another one can begin an upload of any size.
   *
   * @throws {ApiError} 429, 507
   */
  async checkBegun(tx: Queryable, accountId: string, size: number, uploadsMax: number): Promise<void> {
    const { usage, limits } = await this.of(accountId, tx)
    const others = usage.unfinishedBytes - size
    requireStorage(usage.storedBytes + others, size, limits)
    if (usage.unfinishedUploads > uploadsMax) throw apiError('too_many_uploads', { limit: uploadsMax })
    const limit = limits.unfinishedBytes
    if (limit > 0 && others > 0 && usage.unfinishedBytes > limit)
      throw apiError('unfinished_quota', { used: others, limit })
  }

  /**
   * Accepts stamps of an account for now.
   *
   * @param bytes what they keep in the account's storage beyond their rows
   * @returns undefined when that is already decided; a promise when the database must be asked
   * @throws {ApiError} 429, 507
   */
  acceptStamps(accountId: string, count: number, bytes = 0): Promise<void> | undefined {
    const seen = this.seenToday(accountId)
    if (seen) {
      const ageMs = this.clock.elapsed() - seen.readAtMs
      // The transaction of the stamps has the last word, so no request waits for a newer look.
      if (ageMs >= seenMs) this.look(accountId).catch(() => undefined)
      const isWithin = seen.max === 0 || seen.counted + seen.accepted + count <= seen.max
      if (isWithin && hasRoom(seen, bytes)) {
        accept(seen, count, bytes)
        return undefined
      }
      // Not all that was accepted became stamps: the database decides, unless it has just said so.
      if (seen.counted + count > seen.max && ageMs < refusalMs) throw stampsUsedUp(seen.max, this.secondsLeft(seen))
    }
    return this.lookAndAccept(accountId, count, bytes)
  }

  /**
   * Runs the work of a multi-stamp request. An account without another one under way can send any number of items.
   *
   * @throws {ApiError} 429 when the account has too many items under way
   */
  async bulk<T>(accountId: string, items: number, work: () => Promise<T>): Promise<T> {
    const limit = (await this.of(accountId)).limits.bulkItems
    const used = this.bulkItemsOf(accountId)
    if (limit > 0 && used > 0 && used + items > limit) throw apiError('bulk_quota', { used, limit })
    this.bulkItems.set(accountId, used + items)
    try {
      return await work()
    } finally {
      const left = this.bulkItemsOf(accountId) - items
      if (left > 0) this.bulkItems.set(accountId, left)
      else this.bulkItems.delete(accountId)
    }
  }

  private async lookAndAccept(accountId: string, count: number, bytes: number): Promise<void> {
    const seen = await this.look(accountId)
    if (seen.max > 0 && seen.counted + seen.accepted + count > seen.max)
      throw stampsUsedUp(seen.max, this.secondsLeft(seen))
    if (!hasRoom(seen, bytes)) requireStorage(seen.bytes, bytes, seen.limits)
    accept(seen, count, bytes)
  }

  /** Returns what was seen of an account's stamps, unless their day has ended. */
  private seenToday(accountId: string): SeenStamps | undefined {
    const seen = this.seen.get(accountId)
    return seen && this.clock.elapsed() < seen.dayEndsMs ? seen : undefined
  }

  private secondsLeft({ dayEndsMs }: SeenStamps): number {
    return Math.max(1, Math.ceil((dayEndsMs - this.clock.elapsed()) / 1000))
  }

  /** Reads the stamps of the day. Concurrent requests share one query. */
  private look(accountId: string): Promise<SeenStamps> {
    const under = this.looks.get(accountId)
    if (under) return under
    const read = async () => {
      const { usage, limits } = await this.of(accountId)
      const readAtMs = this.clock.elapsed()
      const seen = {
        day: usage.day,
        dayEndsMs: readAtMs + usage.dayLeftMs,
        counted: usage.stamps,
        accepted: 0,
        max: limits.stampsPerDay,
        bytes: usage.storedBytes,
        limits,
        readAtMs,
      }
      this.keepSeen(accountId, seen)
      return seen
    }
    const look = read().finally(() => this.looks.delete(accountId))
    this.looks.set(accountId, look)
    return look
  }

  private keepSeen(accountId: string, seen: SeenStamps): void {
    this.seen.delete(accountId)
    this.seen.set(accountId, seen)
    const [oldest] = this.seen.keys()
    if (this.seen.size > accountsMax && oldest !== undefined) this.seen.delete(oldest)
  }
}

/** Returns the refusal of stamps beyond the limit of a day that has some seconds left. */
export function stampsUsedUp(limit: number, secondsLeft: number) {
  return apiError('stamp_quota', { limit }, { headers: { 'retry-after': String(secondsLeft) } })
}

function accept(seen: SeenStamps, count: number, bytes: number): void {
  seen.accepted += count
  seen.bytes += bytes
}

function hasRoom({ bytes: used, limits: { storageBytes } }: SeenStamps, bytes: number): boolean {
  return bytes === 0 || storageBytes === 0 || used + bytes <= storageBytes
}

function requireStorage(used: number, size: number, { storageBytes: limit }: Limits): void {
  if (limit > 0 && used + size > limit) throw apiError('storage_quota', { used, limit })
}

function limitsOf(defaults: Limits, own: OwnLimits): Limits {
  return {
    storageBytes: own.storageBytes ?? defaults.storageBytes,
    unfinishedBytes: own.unfinishedBytes ?? defaults.unfinishedBytes,
    stampsPerDay: own.stampsPerDay ?? defaults.stampsPerDay,
    bulkItems: own.bulkItems ?? defaults.bulkItems,
  }
}
