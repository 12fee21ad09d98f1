import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock } from '@tus/server'
import type { Logger } from 'pino'
import type { Queryable } from '../base/database/db.js'
import { type Loop, startLoop } from '../base/turns/loop.js'
import { apiError } from '../http/errors.js'
import * as sql from './sql.js'

/** A lock expires this long after its holder died or hung. */
const leaseMs = 10_000
const renewMs = 1000
const pollMs = 100
/** Maximum wait for a lock: enough for its holder to store what it has received, or for the lease of a dead one to expire. */
const waitMsMax = 15_000

interface Held {
  id: string
  release: () => unknown
}

/**
 * Locks for uploads, stored in their rows and so valid across processes: one request at a time works on an upload. A request that
 * finds the lock taken flags the row, and the holder, which may be waiting on a dead connection, releases the lock.
 */
export class UploadLocks {
  private readonly database: Queryable
  private readonly held = new Map<string, Held>()
  private readonly loop: Loop

  constructor(database: Queryable, logger: Logger) {
    this.database = database
    this.loop = startLoop({ name: 'upload-locks', step: () => this.renew(), idleMs: renewMs, logger })
  }

  stop(): Promise<void> {
    return this.loop.stop()
  }

  /** Creates a lock for one request. The request's writes carry its fencing token. */
  newLock(id: string): UploadLock {
    return new UploadLock(this, id)
  }

  /** Waits for the lock. @throws {ApiError} 423 when the holder doesn't release it in time */
  async acquire(lock: UploadLock, signal: AbortSignal | null, release: () => unknown): Promise<void> {
    const { id, token } = lock
    for (const startMs = performance.now(); !signal?.aborted; await sleep(pollMs)) {
      if ((await this.database.execute(sql.takeLock, [id, token, leaseMs])) === 1) {
        this.held.set(token, { id, release })
        return
      }
      if (performance.now() - startMs > waitMsMax) break
      if ((await this.database.execute(sql.requestLock, [id])) === 0) throw apiError('upload_not_found')
      for (const other of this.held.values()) if (other.id === id) other.release()
    }
    throw apiError('upload_busy')
  }

  async release({ id, token }: UploadLock): Promise<void> {
    this.held.delete(token)
    await this.database.execute(sql.releaseLock, [id, token])
  }

  private async renew(): Promise<void> {
    if (this.held.size === 0) return
    const tokens = [...this.held.keys()]
    const ids = [...this.held.values()].map(({ id }) => id)
    const rows = await this.database.query<{ token: string; wanted: boolean }>(sql.renewLocks, [ids, tokens, leaseMs])
    const kept = new Set(rows.filter(({ wanted }) => !wanted).map(({ token }) => token))
    for (const token of tokens) if (!kept.has(token)) this.held.get(token)?.release()
  }
}

/** Implements the lock interface of tus. */
export class UploadLock implements Lock {
  readonly id: string
  readonly token: string = randomUUID()
  private readonly locks: UploadLocks

  constructor(locks: UploadLocks, id: string) {
    this.locks = locks
    this.id = id
  }

  lock(signal: AbortSignal | null, cancelReq: () => unknown): Promise<void> {
    return this.locks.acquire(this, signal, cancelReq)
  }

  unlock(): Promise<void> {
    return this.locks.release(this)
  }
}
