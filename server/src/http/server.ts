import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { isPassing, OutcomeUnknownError } from '../base/database/db.js'
import { type Clock, systemClock, systemTimer, type Timer } from '../base/turns/clock.js'
import { allowOrigins } from './answers/cors.js'
import { headersOfData } from './answers/data-headers.js'
import { type Answered, onAnswered } from './connections/answered.js'
import { type LingerTime, letGo, limitBodyTime, lingerTime } from './connections/body-time.js'
import { answerBroken } from './connections/broken-requests.js'
import { connectionCloser } from './connections/closing.js'
import { openConnections } from './connections/connections.js'
import { forwardedReader } from './connections/forwarded.js'
import { limitReadTime } from './connections/read-time.js'
import { ApiError, apiError } from './errors.js'
import { refuseForeignHosts, targetPath } from './host.js'
import { narrowFormats } from './input/formats.js'
import { ignoreTypeWithoutBody, readJson, readQueries, refuseEncodings } from './input/input.js'
import { lateSerializers, validateLate } from './input/late-schemas.js'
import { refuseUnknown } from './input/methods.js'
import { type SchemaProblem, validationError } from './input/validation.js'
import { wantsPage } from './pages/page-sender.js'
import type { RequestMetrics } from './telemetry/metrics.js'
import type { RequestTraces } from './telemetry/traces.js'

/** Settings of the HTTP server. */
export interface HttpOptions {
  logger: Logger
  metrics: Pick<RequestMetrics, 'observe'>
  /** Not set: requests are not traced. */
  traces?: RequestTraces | undefined
  /** Called with each answered request; must not throw or wait. */
  onAnswer?: Answered | undefined
  /** Bytes of a JSON body, unless a route says otherwise. */
  bodyLimit: number
  /** Addresses (CIDR) of proxies whose forwarding headers are trusted. */
  trustProxy: readonly string[]
  /** Address set by the operator; its host is the only name besides `localhost` at which the server answers. */
  publicUrl?: string | undefined
  /** Whether browsers ask its subdomains by TLS alone, too. */
  hstsSubdomains?: boolean
  /** Called when the server is about to stop. */
  onStop?: () => void
  /** Time for proxies to notice that before it stops listening. */
  stopDelayMs?: number
  /** Lets the time for proxies pass. */
  sleep?: (ms: number) => Promise<unknown>
  /** Time for requests to finish when the server stops. */
  stopMs?: number
  /** Limits how long clients may take. */
  timer?: Timer
  /** Measures how long the server has been stopping. */
  clock?: Pick<Clock, 'elapsed'>
  /** Time for the body of a request, unless its route streams it; enforced within twice that. */
  bodyMs?: number
  /** How long a client may keep sending after it was answered. */
  linger?: LingerTime
  /** How long a client may take nothing of an answer; enforced within five quarters of it. */
  readMs?: number
  /** Origins whose scripts may use the interface. */
  corsOrigins?: readonly string[]
  /** Sends browsers a page that says that there is none at their address; programs get the error. */
  sendMissing?: (reply: FastifyReply) => Promise<FastifyReply>
  /** Adds the hooks of the operator's rate limits, which count requests for unknown addresses too. */
  addLimits?: (app: FastifyInstance) => void
}

/**
 * Creates the HTTP server without its routes: envelope of errors, request IDs, limits, log lines, security headers.
 *
 * Every answer carries `Request-Id`; every error has exactly `{status, message}` as its body and its stable code in `Error-Code`.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const {
    logger,
    metrics,
    traces,
    onAnswer,
    bodyLimit,
    trustProxy,
    publicUrl,
    hstsSubdomains = false,
    addLimits,
    sendMissing,
  } = options
  const { onStop, stopDelayMs = 0, stopMs = 20_000, bodyMs = 60_000, readMs = 60_000, corsOrigins = [] } = options
  const { linger = lingerTime, clock = systemClock, timer = systemTimer, sleep = pause } = options
  const nextId = requestIds()
  const headers = headersOfData(publicUrl, hstsSubdomains)
  const readForwarded = trustProxy.length > 0 ? forwardedReader(logger) : undefined
  const app = Fastify({
    // Fastify's own log lines would hold the whole request, including its headers.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: nextId,
    requestIdHeader: false,
    rewriteUrl: (request) => {
      readForwarded?.(request)
      return targetPath(request.url ?? '/')
    },
    // Large uploads take long; limitBodyTime limits the others.
    requestTimeout: 0,
    // Node would answer a request without Host itself, not in the envelope.
    http: { headersTimeout: 60_000, requireHostHeader: false },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // Longer than any ID: an integrator's own has up to 128 characters, each of two code units at most.
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Requests that arrive while the service stops are still answered; then their connection is closed.
    return503OnClosing: false,
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: false },
      onCreate: (validator) => {
        narrowFormats(validator)
        validateLate(validator)
      },
    },
    schemaController: { compilersFactory: { buildSerializer: lateSerializers } },
    schemaErrorFormatter: (errors, where) => validationError(errors as SchemaProblem[], where),
    clientErrorHandler: (error, socket) => {
      const requestId = nextId({ headers: {} })
      const answer = answerBroken(error, socket as Socket, requestId, headers)
      if (!answer) return
      metrics.observe('unknown', 'unknown', answer.status, 0)
      logger.info({ requestId, status: answer.status, errorCode: answer.code }, STATUS_CODES[answer.status])
    },
    // No hook has run.
    frameworkErrors: (error, request, reply) => answerError(error, request, (reply as FastifyReply).headers(headers)),
  }) as unknown as FastifyInstance

  readQueries(app)
  refuseEncodings(app)
  ignoreTypeWithoutBody(app)
  readJson(app)

  const open = openConnections(app.server)
  limitBodyTime(app, open, bodyMs, timer)
  limitReadTime(app.server, open, readMs, timer)
  const begin = onAnswered(app, (request, reply, ms) => {
    metrics.observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, ms / 1000)
    traces?.answered(request, reply, ms)
    logAnswer(logger, request, reply, ms)
    onAnswer?.(request, reply, ms)
    letGo(request.raw, linger, timer)
  })
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    // Set here because Fastify would create a child logger for each request. Our log lines name the request themselves.
    request.log = logger
    reply.log = logger
    reply.header('request-id', request.id)
    reply.headers(headers)
    const { httpVersionMinor } = request.raw
    done(request.raw.headers.host === undefined && httpVersionMinor > 0 ? apiError('malformed_request') : undefined)
  })
  allowOrigins(app, corsOrigins)
  refuseForeignHosts(app, publicUrl)
  addLimits?.(app)
  refuseUnknown(app)
  traces?.follow(app)
  const closeConnections = connectionCloser(app.server, open, stopMs, clock)
  // From here on, each answer ends its connection. A proxy's idle connection is used or given up before we'd have to close it,
  // perhaps just as a request arrives.
  app.addHook('preClose', async () => {
    onStop?.()
    if (stopDelayMs > 0) await sleep(stopDelayMs)
    closeConnections()
  })
  const answer = (error: Error, request: FastifyRequest, reply: FastifyReply) =>
    sendMissing && isMissingPage(error, request) ? sendMissing(reply) : answerError(error, request, reply)
  app.setErrorHandler(answer)
  // Reached by static routes that found no file.
  app.setNotFoundHandler((request, reply) => answer(apiError('not_found'), request, reply))
  return app
}

/** Makes cheap request IDs that are unique across processes and restarts; a well-formed ID from the client is used instead. */
function requestIds() {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return (request: { headers: Record<string, string | string[] | undefined> }) => {
    const given = request.headers['request-id'] ?? request.headers['x-request-id']
    if (typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given)) return given
    return `${prefix}-${(count++).toString(36)}`
  }
}

/** Answers an error in the envelope. Unexpected errors are logged in full and never shown to the client. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = isWithoutBody(error, request)
    ? apiError('body_missing')
    : error instanceof ApiError
      ? error
      : translate(error as FastifyError, request)
  const { cause } = known
  if (known.code === 'internal') request.log.error({ err: error, requestId: request.id }, 'unexpected error')
  else if (known.status >= 500 && cause) request.log.warn({ err: cause, requestId: request.id }, 'transient failure')
  // Fastify would close the connection at once: a client that sends all before it reads would find it broken, and no answer.
  if (known.code === 'too_large') reply.removeHeader('connection')
  return reply
    .code(known.status)
    .headers({ 'request-id': request.id, 'error-code': known.code, ...known.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify as (payload: unknown) => string)
    .send({ status: known.status, message: known.message })
}

/** Returns whether a browser asked for a page at an address that has nothing. */
function isMissingPage(error: Error, request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && error instanceof ApiError && error.code === 'not_found' && wantsPage(request)
}

/** Returns whether validation failed because the body is missing, which says more than the schema's error. */
function isWithoutBody(error: Error & { validationContext?: string }, request: FastifyRequest): boolean {
  return error.validationContext === 'body' && request.body === undefined
}

function translate(error: FastifyError, request: FastifyRequest): ApiError {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return apiError('unsupported_type', {
        expected: request.routeOptions.schema?.consumes?.[0] ?? 'application/json',
      })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return apiError('too_large', { limit: request.routeOptions.bodyLimit ?? 0 })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return apiError('body_missing')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return apiError('malformed_json', { problem: 'the length does not match Content-Length' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return apiError('not_found')
    case 'FST_ERR_VALIDATION':
      return apiError('invalid', { field: error.validationContext ?? 'request', problem: error.message })
  }
  // Fastify's code for a truncated body: the client's connection broke, not one of ours.
  if (error.code === 'ECONNRESET' && error.statusCode === 400)
    return apiError('invalid', { field: 'body', problem: 'the connection was lost before the end' })
  if (isPassing(error)) return apiError(failureOf(error, request.method), {}, { cause: error })
  return apiError('internal', {}, { cause: error })
}

/**
 * A statement outside a transaction may have taken effect when its connection was lost while it ran. So "nothing was changed" is
 * said only to readers, and when the statement failed in another way.
 */
function failureOf(error: Error & { code?: string }, method: string): 'unavailable' | 'outcome_unknown' {
  if (error instanceof OutcomeUnknownError) return 'outcome_unknown'
  if (method === 'GET' || method === 'HEAD') return 'unavailable'
  const isLost =
    /^(ECONNRESET|EPIPE|08|57P0[12])/.test(error.code ?? '') ||
    /^(Connection terminated|Query read timeout)/.test(error.message)
  return isLost ? 'outcome_unknown' : 'unavailable'
}

/** Logs a line for each answer: failures as errors, refusals at info, successes at debug. Never headers or bodies. */
function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const status = reply.statusCode
  const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'
  if (!logger.isLevelEnabled(level)) return
  logger[level](
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(ms * 100) / 100,
      accountId: (request as { session?: { accountId: string } }).session?.accountId,
      errorCode: reply.getHeader('error-code'),
    },
    STATUS_CODES[status] ?? 'answered',
  )
}
