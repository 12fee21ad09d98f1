import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Session } from '../../accounts/tokens/session.js'
import type { Queryable } from '../../base/database/db.js'
import { startLoop } from '../../base/turns/loop.js'
import { ApiError, apiError } from '../../http/errors.js'
import { StampFeed } from './feed.js'
import { EventStream } from './stream.js'

/** Dependencies of the route. */
export interface EventsContext {
  database: Queryable
  onRequest: onRequestHookHandler
  /** @throws {ApiError} 401 when the `Authorization` header is no longer valid */
  verify(header: string | undefined): Session | Promise<Session>
}

const stepMs = 500
const verifyMs = 2000
const connectionsMax = 10

/** `GET /events`: the caller's stamps, live. */
export async function eventRoutes(app: FastifyInstance, { database, onRequest, verify }: EventsContext): Promise<void> {
  const feed = new StampFeed(database)
  const connections = new Connections()
  const { log: logger } = app
  const loop = startLoop({ name: 'events', step: () => feed.step(), idleMs: stepMs, logger })
  app.addHook('preClose', (done) => {
    connections.endAll()
    done()
  })
  app.addHook('onClose', () => loop.stop())

  app.route<{ Headers: { 'last-event-id'?: string } }>({
    method: 'GET',
    url: '/events',
    exposeHeadRoute: false,
    config: { isVerbatim: true },
    onRequest,
    schema: {
      tags: ['Events'],
      operationId: 'listenToEvents',
      errors: ['invalid', 'too_many_streams'],
      summary: 'Your stamps as they change: server-sent events',
      description:
        '`event: stamp` is sent when a stamp is new, and whenever its state or transaction changes. ' +
        '`event: reset` means that too much has changed: load the list again. After `event: ready` nothing is missed; ' +
        '`Last-Event-ID` resumes from there. A comment is sent every 15 seconds. ' +
        `At most ${connectionsMax} connections per account; each ends with its token.`,
      headers: Type.Object({
        'last-event-id': Type.Optional(
          Type.String({
            description:
              'The `id` of the last event received. The first time, the time a list was loaded, so that no later event is ' +
              'missed: milliseconds since 1970, from the `Date` of its response.',
          }),
        ),
      }),
      response: {
        200: { content: { 'text/event-stream': { schema: Type.Unsafe<unknown>({ type: 'string' }) } } },
      },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const stream = connections.open(accountId)
      try {
        const id = request.headers['last-event-id']
        const since = id === undefined || id === '' ? null : /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN
        const stop = await feed.listen(accountId, (events, position) => stream.send(events, position), since)
        const ends = endWithToken(stream, () => verify(request.headers.authorization))
        stream.once('close', () => {
          clearInterval(ends)
          stop()
        })
        if (stream.destroyed) stop()
      } catch (error) {
        stream.destroy()
        throw error
      }
      return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
    },
  })
}

/** Ends the stream when its token is revoked or expires. Other errors don't: without a database, no events arrive either. */
function endWithToken(stream: EventStream, verify: () => Session | Promise<Session>): NodeJS.Timeout {
  const check = async () => {
    try {
      await verify()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) stream.end()
    }
  }
  const timer = setInterval(() => void check(), verifyMs)
  timer.unref()
  return timer
}

/** Open streams by account. */
class Connections {
  private readonly accounts = new Map<string, Set<EventStream>>()

  /** @throws {ApiError} 429 when the account has too many */
  open(accountId: string): EventStream {
    const own = this.accounts.get(accountId) ?? new Set()
    if (own.size >= connectionsMax) throw apiError('too_many_streams', { limit: connectionsMax })
    const stream = new EventStream()
    this.accounts.set(accountId, own.add(stream))
    stream.once('close', () => {
      own.delete(stream)
      if (own.size === 0) this.accounts.delete(accountId)
    })
    return stream
  }

  endAll(): void {
    for (const own of this.accounts.values()) for (const stream of own) stream.end()
  }
}
