import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { apiError } from './errors.js'

/** Query strings are text: `1` may mean a number, `true` a boolean; what is repeated, or is neither, is refused. */
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

/** JSON bodies, with errors that say what is wrong; keys that could reach a prototype are refused. */
export function readJson(app: FastifyInstance): void {
  // Fastify reads text as well, where nothing here wants it.
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(apiError('body_missing'))
    parse(request, text as string, (error, body) => {
      if (error) done(apiError('malformed_json', { problem: problemOf(text as string) }))
      else done(null, body)
    })
  })
}

/** Why a text was refused, in the words of JSON.parse, which say where; Fastify's do not. */
function problemOf(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return (error as Error).message.replace(/ is not valid JSON$/, '').slice(0, 200)
  }
  return 'the keys __proto__ and constructor.prototype are not taken'
}
