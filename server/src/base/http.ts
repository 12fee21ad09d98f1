import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { isPassing, OutcomeUnknownError } from './db.js'
import { ApiError, apiError } from './errors.js'
import type { RequestMetrics } from './metrics.js'
import { type SchemaProblem, validationError } from './validation.js'

/** Settings of the HTTP server. */
export interface HttpOptions {
  logger: Logger
  metrics: RequestMetrics
  /** Bytes of a JSON body, unless a route says otherwise. */
  bodyLimit: number
  /** Addresses (CIDR) of proxies whose forwarding headers are believed. */
  trustProxy: readonly string[]
}

/** Methods a path may be asked with, for 405. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The HTTP server without its routes: envelope of errors, request ids, limits, log lines, security headers.
 *
 * Every answer carries `Request-Id`; every error has exactly `{status, message}` as its body and its stable code in `Error-Code`.
 */
export async function createHttp({ logger, metrics, bodyLimit, trustProxy }: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than the rest of its log lines; ours name the request themselves.
    childLoggerFactory: (parent) => parent,
    bodyLimit,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: requestIds(),
    requestIdHeader: false,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // A path is told apart before its parameters are looked at; 100 characters hold every id there is.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: false } },
    schemaErrorFormatter: (errors, where) => validationError(errors as SchemaProblem[], where),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
  }) as unknown as FastifyInstance

  coerceQueries(app)
  readJson(app)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id)
    reply.headers(dataHeaders)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000
    metrics.observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, seconds)
    logAnswer(logger, request, reply)
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.filter(
      (method) => app.hasRoute({ method: method as 'GET', url: pathOf(request) }) || matches(app, method, request),
    )
    const error =
      allowed.length > 0
        ? apiError('method_not_allowed', { allowed: allowed.join(', ') }, { headers: { allow: allowed.join(', ') } })
        : apiError('not_found')
    return answerError(error, request, reply)
  })
  return app
}

/** Answers are data, never pages: a browser that is shown one runs nothing in it. Pages set their own (see `pages`). */
const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Ids that differ between processes and starts, and cost next to nothing; a sane id of the client's is taken over. */
function requestIds() {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return (request: { headers: Record<string, string | string[] | undefined> }) => {
    const given = request.headers['request-id'] ?? request.headers['x-request-id']
    if (typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given)) return given
    return `${prefix}-${(count++).toString(36)}`
  }
}

/** Query strings are text: `1` may mean a number, `true` a boolean; what is repeated, or is neither, is refused. */
function coerceQueries(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = (request.routeOptions.schema as { querystring?: { properties?: Record<string, { type?: string }> } })
      ?.querystring
    const query = request.query as Record<string, unknown>
    if (schema?.properties && query) {
      for (const [name, value] of Object.entries(query)) {
        if (Array.isArray(value))
          return done(apiError('invalid', { field: name, problem: 'expected once, not repeated' }))
        const type = schema.properties[name]?.type
        if (type === 'integer' && /^-?\d{1,15}$/.test(String(value))) query[name] = Number(value)
        if (type === 'boolean' && (value === 'true' || value === 'false')) query[name] = value === 'true'
      }
    }
    done()
  })
}

/** JSON bodies, with errors that say what is wrong; keys that could reach a prototype are refused. */
function readJson(app: FastifyInstance): void {
  // Fastify reads text as well, where nothing here wants it.
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(apiError('body_missing'))
    parse(request, text as string, (error, body) => {
      if (error) done(apiError('malformed_json', { problem: error.message.slice(0, 200) }))
      else done(null, body)
    })
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const isExpected = (request.routeOptions.schema as { body?: unknown } | undefined)?.body !== undefined
    done(isExpected && request.body === undefined ? apiError('body_missing') : undefined)
  })
}

/** Answers an error in the envelope; what is not ours is logged whole and told to nobody. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof ApiError ? error : translate(error as FastifyError, request)
  if (known.code === 'internal') request.log.error({ err: error, requestId: request.id }, 'unexpected error')
  return reply
    .code(known.status)
    .headers({ 'request-id': request.id, 'error-code': known.code, ...known.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify as (payload: unknown) => string)
    .send({ status: known.status, message: known.message })
}

function translate(error: FastifyError, request: FastifyRequest): ApiError {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return apiError('unsupported_type')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return apiError('too_large', { limit: request.routeOptions.bodyLimit ?? 0 })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return apiError('body_missing')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return apiError('malformed_json', { problem: 'its length is not what Content-Length says' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return apiError('not_found')
    case 'FST_ERR_VALIDATION':
      return apiError('invalid', { field: error.validationContext ?? 'request', problem: error.message })
  }
  if (error instanceof OutcomeUnknownError) return apiError('outcome_unknown', {}, { cause: error })
  if (isPassing(error)) return apiError('unavailable', {}, { cause: error })
  return apiError('internal', {}, { cause: error })
}

/** One line for each answer: failures loud, refusals at info, successes only when debugging. Never headers or bodies. */
function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode
  const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'
  if (!logger.isLevelEnabled(level)) return
  logger[level](
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      accountId: (request as { session?: { accountId: string } }).session?.accountId,
      errorCode: reply.getHeader('error-code'),
    },
    STATUS_CODES[status] ?? 'answered',
  )
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] as string
}

function matches(app: FastifyInstance, method: string, request: FastifyRequest): boolean {
  return app.findRoute({ method: method as 'GET', url: pathOf(request) }) !== null
}
