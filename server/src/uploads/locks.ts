import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock } from '@tus/server'
import type { Logger } from 'pino'
import type { Queryable } from '../base/db.js'
import { type Loop, startLoop } from '../base/loop.js'
import { apiError } from '../http/errors.js'
import * as sql from './sql.js'

/** Whoever dies or hangs holds a lock for so long. */
const leaseMs = 10_000
const renewMs = 1000
const lookMs = 100
/** Whoever is asked for a lock keeps first what has come; then it is free, also when it died. */
const patienceMs = 15_000

interface Held {
  id: string
  release: () => unknown
}

/**
 * Locks of uploads, kept in their rows, so that they hold across processes: one request at a time is at an upload. Who wants
 * one that is taken says so in the row, and its holder, which may wait for bytes of a connection that is long dead, lets go.
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

  /** A lock for one request; its token is what the request's writes are told by. */
  newLock(id: string): UploadLock {
    return new UploadLock(this, id)
  }

  /** @throws ApiError 423 when the holder does not let go in time */
  async take(lock: UploadLock, signal: AbortSignal | null, release: () => unknown): Promise<void> {
    const { id, token } = lock
    for (const startMs = performance.now(); !signal?.aborted; await sleep(lookMs)) {
      if ((await this.database.execute(sql.takeLock, [id, token, leaseMs])) === 1) {
        this.held.set(token, { id, release })
        return
      }
      if (performance.now() - startMs > patienceMs) break
      if ((await this.database.execute(sql.askForLock, [id])) === 0) throw apiError('upload_not_found')
      for (const other of this.held.values()) if (other.id === id) other.release()
    }
    throw apiError('upload_busy')
  }

  async free({ id, token }: UploadLock): Promise<void> {
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

/** A lock as tus asks for it. */
export class UploadLock implements Lock {
  readonly id: string
  readonly token: string = randomUUID()
  private readonly locks: UploadLocks

  constructor(locks: UploadLocks, id: string) {
    this.locks = locks
    this.id = id
  }

  lock(signal: AbortSignal | null, cancelReq: () => unknown): Promise<void> {
    return this.locks.take(this, signal, cancelReq)
  }

  unlock(): Promise<void> {
    return this.locks.free(this)
  }
}
