import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Queryable } from '../../base/database/db.js'
import { newUuid } from '../../base/ids.js'
import { type Clock, systemClock } from '../../base/turns/clock.js'
import type { Session } from '../tokens/session.js'
import { isPerson } from '../tokens/token.js'
import { insertRequests, type LoggedRequest } from './sql.js'

/** Lines that wait for the database at most. */
const waitingMax = 10_000
/** Lines of a client that show one request each: at once, and per second afterwards. */
const single = { most: 200, perSecond: 1 }

type Line = Omit<LoggedRequest, 'id' | 'at'> & { atMs: number }

/** How much room a client has left, and its lines that stand for all further requests like theirs. */
interface Share {
  left: number
  merged: Map<string, Line>
}

/** Settings of {@link RequestLog}. */
export interface RequestLogOptions {
  db: Queryable
  logger: Pick<Logger, 'warn'>
  clock?: Clock
}

/**
 * Logs the requests of API clients for their owners: route, status, duration, never content, IDs or addresses. Requests only add to a
 * list in memory, which a loop writes.
 *
 * Invariant: a slow or lost database costs lines, and no request waits or fails. A client that sends many requests gets a line for each
 * kind of them and write, which counts them and shows the slowest.
 */
export class RequestLog {
  private readonly db: Queryable
  private readonly logger: Pick<Logger, 'warn'>
  private readonly clock: Clock
  /** Still change as requests merge into them. */
  private waiting: Line[] = []
  /** Written next, or again after a failure: unchanged until then. */
  private writing: readonly LoggedRequest[] = []
  /** Requests left out since the last write, because too many lines were waiting for the database. */
  private dropped = 0
  private readonly shares = new Map<string, Share>()
  private refilledMs: number

  constructor({ db, logger, clock = systemClock }: RequestLogOptions) {
    this.db = db
    this.logger = logger
    this.clock = clock
    this.refilledMs = clock.elapsed()
  }

  /** Notes an answered request, if an API client sent it. */
  readonly note = (request: FastifyRequest & { session?: Session }, reply: FastifyReply, ms: number): void => {
    const { session, method, routeOptions } = request
    if (session === undefined || isPerson(session)) return
    const { clientId } = session
    const code = reply.getHeader('error-code')
    this.add({
      clientId,
      atMs: this.clock.now(),
      method,
      route: shownRoute(routeOptions.url ?? ''),
      status: reply.statusCode,
      durationMs: ms,
      requestId: request.id,
      errorCode: typeof code === 'string' ? code : null,
      count: 1,
    })
  }

  private add(line: Line): void {
    const share = this.shareOf(line.clientId)
    if (share.left >= 1) {
      if (this.wait(line)) share.left--
      return
    }
    const kind = `${line.method} ${line.route} ${line.status} ${line.errorCode}`
    const known = share.merged.get(kind)
    if (known === undefined) {
      if (this.wait(line)) share.merged.set(kind, line)
      return
    }
    known.count++
    if (line.durationMs <= known.durationMs) return
    known.durationMs = line.durationMs
    known.atMs = line.atMs
    known.requestId = line.requestId
  }

  private shareOf(clientId: string): Share {
    let share = this.shares.get(clientId)
    if (share === undefined) {
      share = { left: single.most, merged: new Map() }
      // Clients are forgotten as lines are written, so there are never more of them than lines.
      if (this.waiting.length < waitingMax) this.shares.set(clientId, share)
    }
    return share
  }

  private wait(line: Line): boolean {
    if (this.waiting.length >= waitingMax) {
      this.dropped++
      return false
    }
    this.waiting.push(line)
    return true
  }

  /** Writes what is waiting. After a failure, the next call writes the same lines first. */
  async write(): Promise<void> {
    if (this.writing.length === 0) this.take()
    if (this.writing.length === 0) return
    await insertRequests(this.db, this.writing)
    this.writing = []
    if (this.dropped === 0) return
    this.logger.warn({ requests: this.dropped }, 'the request log left out requests: the database is slow')
    this.dropped = 0
  }

  private take(): void {
    const random = randomBytes(16 * this.waiting.length)
    this.writing = this.waiting.map(({ atMs, ...line }, at) => ({
      ...line,
      at: new Date(atMs),
      id: newUuid(random.subarray(16 * at, 16 * at + 16), atMs),
    }))
    this.waiting = []
    const elapsedMs = this.clock.elapsed()
    const more = ((elapsedMs - this.refilledMs) / 1000) * single.perSecond
    this.refilledMs = elapsedMs
    for (const [clientId, share] of this.shares) {
      share.merged.clear()
      share.left += more
      if (share.left >= single.most) this.shares.delete(clientId)
    }
  }
}

const routes = new Map<string, string>()

/** Returns a route as the API description writes it: `/hash/{code}` for `/hash/:code`. */
function shownRoute(url: string): string {
  let shown = routes.get(url)
  if (shown === undefined) {
    shown = url.replace(/:(\w+)/g, '{$1}')
    routes.set(url, shown)
  }
  return shown
}
