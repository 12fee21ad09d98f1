import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, onRequestHookHandler, preValidationHookHandler } from 'fastify'
import { apiError } from './errors.js'
import { checkFirst } from './hooks.js'

/** Converts the numbers and booleans of query strings, as their schemas say; refuses repeated parameters. */
export function coerceQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schema = route.schema as { querystring?: { properties?: Record<string, { type?: string }> } } | undefined
    const properties = schema?.querystring?.properties
    if (properties) route.preValidation = [coerce(properties), ...[route.preValidation ?? []].flat()]
  })
}

function coerce(properties: Record<string, { type?: string }>): preValidationHookHandler {
  return (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    for (const [name, value] of Object.entries(query)) {
      if (Array.isArray(value))
        return done(apiError('invalid', { field: name, problem: 'expected once, not repeated' }))
      const type = properties[name]?.type
      if (type === 'integer' && /^-?\d{1,15}$/.test(String(value))) query[name] = Number(value)
      if (type === 'boolean' && (value === 'true' || value === 'false')) query[name] = value === 'true'
    }
    done()
  }
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

/** Parses JSON bodies, with errors that say what is wrong; refuses keys that could reach a prototype. */
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
    const text = bytes.toString()
    parse(request, text, (error, body) => {
      if (error) done(apiError('malformed_json', { problem: problemOf(text) }))
      else done(null, body)
    })
  })
}

/** Returns the message of JSON.parse, which says where the error is; Fastify's doesn't. */
function problemOf(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return (error as Error).message.replace(/ is not valid JSON$/, '').slice(0, 200)
  }
  return 'the keys __proto__ and constructor.prototype are not taken'
}
