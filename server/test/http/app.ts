import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect } from 'vitest'
import { OutcomeUnknownError } from '../../src/base/database/db.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { errorTable } from '../../src/http/errors.js'
import { createHttp, type HttpOptions } from '../../src/http/server.js'

/** A server with routes to try, its log and its metrics. */
export interface TestServer {
  app: FastifyInstance
  url: string
  lines: Record<string, unknown>[]
  observed: [method: string, route: string, status: number, seconds: number][]
  /** Requests for `/slow` under way, by what answers them. */
  slow: (() => void)[]
}

const item = Type.Object(
  {
    hash: Type.String({ minLength: 3 }),
    n: Type.Optional(Type.Integer()),
    lat: Type.Optional(Type.Union([Type.Number({ maximum: 90 }), Type.Null()])),
  },
  { additionalProperties: false },
)
const query = {
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  status: Type.Optional(Type.Boolean()),
  id: Type.Optional(Type.String()),
  owner: Type.Optional(Type.String({ format: 'uuid' })),
  until: Type.Optional(Type.String({ format: 'date-time' })),
}

/** Starts the service's HTTP server with a few routes. */
export async function startServer(options: Partial<HttpOptions> = {}): Promise<TestServer> {
  const lines: TestServer['lines'] = []
  const observed: TestServer['observed'] = []
  const slow: TestServer['slow'] = []
  const write = (line: string) => {
    lines.push(JSON.parse(line))
  }
  const metrics = { observe: (...values: TestServer['observed'][number]) => void observed.push(values) }
  const app = await createHttp({
    logger: createLogger('debug', { write }),
    metrics,
    bodyLimit: 1000,
    trustProxy: [],
    ...options,
  })
  const echo = async ({ body }: { body: unknown }) => ({ status: 200, message: 'Echoed', data: body })
  app.post('/echo', { schema: { body: item } }, echo)
  app.post('/free', echo)
  app.post('/many', { bodyLimit: 5000, schema: { body: Type.Array(item, { minItems: 1, maxItems: 3 }) } }, echo)
  app.get(
    '/list',
    { schema: { querystring: Type.Object(query, { additionalProperties: false }) } },
    async (request) => ({
      status: 200,
      message: 'Listed',
      data: request.query,
    }),
  )
  app.post('/bodiless', async () => ({ status: 200, message: 'Done' }))
  app.get('/things/:id', async () => ({ status: 200, message: 'Found' }))
  app.post('/things/check', echo)
  // Never answers, and leaves its body unread.
  app.post('/streamed', { config: { isStreamed: true } }, () => new Promise(() => undefined))
  app.get('/things/:id/part', async ({ ip }) => ({ status: 200, message: 'Found', data: ip }))
  // Exceeds the buffers on the way, so that a client can leave half-way.
  app.get('/long', (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 500 }, () => Buffer.alloc(65_536)))),
  )
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => slow.push(resolve))
    return { status: 200, message: 'Slow' }
  })
  for (const method of ['GET', 'PUT'] as const) {
    for (const [name, error] of Object.entries(failures)) {
      app.route({ method, url: `/fail/${name}`, handler: () => Promise.reject(error) })
    }
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, lines, observed, slow }
}

/** The errors that handlers may fail with. */
export const failures = {
  bug: new TypeError('inner words'),
  text: 'inner words',
  refused: Object.assign(new Error('inner words'), { code: 'ECONNREFUSED' }),
  lost: new Error('Connection terminated unexpectedly'),
  unknown: new OutcomeUnknownError('inner words'),
  foreign: Object.assign(new Error('inner words'), { statusCode: 418 }),
}

/** Provides a server for the tests of a file. */
export function useServer(options: Partial<HttpOptions> = {}): TestServer {
  const given = {} as TestServer
  beforeAll(async () => {
    Object.assign(given, await startServer(options))
  })
  afterAll(() => given.app.close())
  return given
}

/** Counts the open connections of a server. */
export const connectionsOf = (app: FastifyInstance) =>
  new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)))

/** Expects a well-formed error: its status, its code, exactly `{status, message}`, a request id. */
export async function expectError(
  answer: Response,
  code: keyof typeof errorTable,
  message: string | RegExp = errorTable[code].message,
): Promise<void> {
  const kind = errorTable[code]
  expect([answer.status, answer.headers.get('error-code')]).toEqual([kind.status, code])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('request-id')).toMatch(/^[\w.:-]+$/)
  expect(await answer.json()).toStrictEqual({
    status: kind.status,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
}

/**
 * Writes text to the server; returns all it sends until the connection ends.
 *
 * @param isEnough ends the connection once it is true of what came: for one that the server would keep open
 */
export function raw(url: string, text: string, isEnough = (_seen: string) => false): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk
      if (isEnough(seen)) socket.destroy()
    })
    socket.on('error', fail)
    socket.on('close', () => done(seen))
  })
}

/** Whether a whole answer of this interface has come. */
export const isAnswered = (seen: string) => seen.endsWith('}')
