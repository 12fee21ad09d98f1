import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, onRequestHookHandler, preValidationHookHandler } from 'fastify'
import { type ApiError, apiError, repeated } from '../errors.js'
import { checkFirst } from '../hooks.js'
import { jsonFault } from './json-rules.js'
import { excessOf } from './json-size.js'

/**
 * Reads query strings as their schemas say: converts numbers and booleans, and refuses repeated parameters. Links gain parameters of
 * others on their way, and forms send fields that nobody filled in: unknown ones are ignored, and empty ones are absent.
 */
export function readQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schema = route.schema as { querystring?: { properties?: Record<string, { type?: string }> } } | undefined
    const properties = schema?.querystring?.properties
    if (properties) route.preValidation = [readQuery(properties), ...[route.preValidation ?? []].flat()]
  })
}

function readQuery(properties: Record<string, { type?: string }>): preValidationHookHandler {
  const types = new Map(Object.entries(properties).map(([name, { type }]) => [name, type]))
  return (request, _reply, done) => {
    const query: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
      if (!types.has(name) || value === '') continue
      if (Array.isArray(value)) return done(repeated(name))
      query[name] = converted(value, types.get(name))
    }
    request.query = query
    done()
  }
}

/** Leaves a value as it is that its type doesn't fit: the schema refuses it, in words. */
function converted(text: string, type: string | undefined): string | number | boolean {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Ignores the Content-Type of requests without a body: many clients send one anyway. */
export function ignoreTypeWithoutBody(app: FastifyInstance): void {
  const ignore: onRequestHookHandler = ({ headers }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
    if (length === '0' && encoding === undefined) delete headers['content-type']
    done()
  }
  app.addHook('onRoute', (route) => {
    if (route.schema?.body || route.schema?.consumes) return
    checkFirst(route, ignore)
  })
}

/** Refuses compressed bodies, and JSON in another charset, in words, instead of taking their bytes for what they aren't. */
export function refuseEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, _reply, _payload, done) => {
    const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined
    done(isEmpty ? null : (encodingFault(headers['content-encoding']) ?? charsetFault(headers['content-type'])))
  })
}

function encodingFault(encoding = ''): ApiError | null {
  if (/^(identity)?$/i.test(encoding.trim())) return null
  const options = { headers: { 'accept-encoding': 'identity' } }
  return apiError('encoding_unsupported', { encoding: encoding.slice(0, 100) }, options)
}

/** JSON is UTF-8 (RFC 8259), of which US-ASCII is a part. */
function charsetFault(type = ''): ApiError | null {
  const charset = /^application\/json\s*;.*?\bcharset="?([^\s;"]+)/i.exec(type)?.[1]
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return null
  return apiError('charset_unsupported', { charset: charset.slice(0, 100) })
}

/** Parses JSON bodies, with errors that say what is wrong; refuses keys that could reach a prototype, and what has no one meaning. */
export function readJson(app: FastifyInstance): void {
  // Fastify parses text as well; no route takes it.
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) {
      const isExpected = request.routeOptions.schema?.body !== undefined
      return isExpected ? done(apiError('body_missing')) : done(null, undefined)
    }
    // Text in another encoding would be decoded into something else, and recorded.
    if (!isUtf8(bytes as Buffer)) return done(apiError('malformed_json', { problem: 'it is not UTF-8' }))
    // Routes with a limit of their own take many items.
    const isOrdinary = request.routeOptions.bodyLimit === app.initialConfig.bodyLimit
    const excess = isOrdinary ? excessOf(bytes as Buffer) : null
    if (excess !== null) return done(apiError('malformed_json', { problem: excess }))
    const text = bytes.toString()
    parse(request, text, (error, body) => {
      if (error) done(apiError('malformed_json', { problem: problemOf(text) }))
      else done(jsonFault(text, body), body)
    })
  })
}

/**
 * Returns the message of JSON.parse, which says where the error is; Fastify's doesn't. Newer releases of Node add line and column to
 * the position: left out, so that the answer doesn't depend on the release.
 */
function problemOf(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return (error as Error).message.replace(/ is not valid JSON$| \(line \d+ column \d+\)$/, '').slice(0, 200)
  }
  return 'the keys __proto__ and constructor.prototype are not taken'
}
