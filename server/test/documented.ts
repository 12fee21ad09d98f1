import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type ErrorCode, errorTable } from '../src/http/errors.js'
import { type Document, type Operation, operationsOf, type Response } from '../src/http/openapi/document.js'
import type { Examples } from '../src/http/openapi/examples.js'

/** A request and its answer. */
export interface Exchange {
  method: string
  /** With the query. */
  path: string
  requestHeaders: Readonly<Record<string, string>>
  request?: unknown
  status: number
  headers: Headers
  /** Parsed JSON; undefined for other answers. */
  body: unknown
  /** Of the answer. */
  bytes?: Buffer
}

/** An exchange with the operation that it used. */
export interface Recognised extends Exchange {
  operation: Operation
  /** The operation's place in the document: its path as a template, and the method. */
  place: readonly [path: string, method: string]
  /** Of the path, the query, and the headers that the operation takes. */
  parameters: Record<string, string>
}

const isUpdating = process.env.UPDATE_GOLDEN !== undefined
const described = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8'))
const document = joined(described('openapi.json'), described('portal-api.json'))
/** Kept examples: what the service answered, for the API description. */
export const examplesFile = new URL('../examples.json', import.meta.url)
const { refusals }: Examples = JSON.parse(readFileSync(examplesFile, 'utf8'))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, 'api')
const validators = new Map<string, ValidateFunction>()

/**
 * Adds the portal's own API to the public one. With UPDATE_GOLDEN=1 the files are about to be made again, and are compared afterwards.
 *
 * @throws {Error} when two different schemas have the same name
 */
function joined(api: Document, portal: Document): Document {
  const schemas = { ...api.components.schemas }
  for (const [name, schema] of Object.entries(portal.components.schemas ?? {})) {
    if (!isUpdating && name in schemas && !isDeepStrictEqual(schemas[name], schema))
      throw new Error(`docs/openapi.json and docs/portal-api.json name two schemas ${name}: change the title of one`)
    schemas[name] = schema
  }
  return { ...api, paths: { ...api.paths, ...portal.paths }, components: { ...api.components, schemas } }
}

const routesOf = (described: Document) =>
  operationsOf(described)
    .map(({ path, method, operation }) => ({
      path,
      method,
      operation,
      // Fixed segments are tried first: `validate` isn't the ID of a file.
      rank: (path.match(/\{/g) ?? []).length,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
    }))
    .sort((a, b) => a.rank - b.rank)
let routes = routesOf(document)

/** The first successful exchange of each operation. Test files share this module: one that reads it calls {@link collect} first. */
export const exchanges = new Map<string, Recognised>()

/**
 * Collects exchanges from now on. With UPDATE_GOLDEN=1 recognises them by what the service says of itself, since docs/openapi.json
 * knows only the routes it was made from: examples then follow from the routes, not from the file that is made with them.
 *
 * @returns what the service says of itself
 */
export async function collect(service: {
  call(method: string, path: string): Promise<{ body: Document }>
}): Promise<Document> {
  const { body } = await service.call('GET', '/openapi.json')
  if (isUpdating) routes = routesOf(body)
  exchanges.clear()
  return body
}

/**
 * Compares an answer with docs/openapi.json and docs/portal-api.json. Every request of the tests comes through here, so that they
 * declare whatever the service was seen to answer: each error by its code, each JSON body by its schema.
 *
 * @throws {Error} when it does not
 */
export function checkAnswer(exchange: Exchange): void {
  if (isUpdating) keepRefusal(exchange)
  const recognised = recognise(exchange)
  if (!recognised) return
  const { operation, status, method, path } = recognised
  if (status < 300 && !exchanges.has(operation.operationId)) exchanges.set(operation.operationId, recognised)
  const fault = isUpdating ? null : faultOf(recognised)
  if (fault) throw new Error(`${method} ${path} answered ${status}, ${fault}: ${JSON.stringify(exchange.body)}`)
}

function recognise(exchange: Exchange): Recognised | undefined {
  const { pathname, searchParams } = new URL(exchange.path, 'http://localhost')
  const method = exchange.method.toLowerCase()
  const found = routes.find((route) => route.method === method && route.pattern.test(pathname))
  if (!found) return undefined
  const { operation, pattern } = found
  const place = [found.path, found.method] as const
  const taken = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  const headers = Object.entries(exchange.requestHeaders).filter(([name]) => taken.includes(name.toLowerCase()))
  const inPath = Object.entries(pattern.exec(pathname)?.groups ?? {})
  const parameters = Object.fromEntries([...inPath, ...searchParams, ...headers])
  return { ...exchange, operation, place, parameters }
}

/** Returns what the document does not declare; null when it declares all. */
function faultOf({ operation, place, status, headers, body }: Recognised): string | null {
  const code = headers.get('error-code')
  const declared = operation.responses[status]
  if (status >= 400) {
    // Something between us and the service, such as a proxy, sends no code.
    if (code === null || codesIn(declared).includes(code) || codesIn(operation.responses.default).includes(code))
      return null
    // In plain text, for a protocol.
    return body === undefined ? null : `an undeclared ${code}`
  }
  if (body === undefined) return null
  const pointer = `api#/paths/${pointerPart(place)}/responses/${status}/content/application~1json/schema`
  let validate = validators.get(pointer)
  if (!validate) {
    const content = declared && 'content' in declared ? declared.content?.['application/json'] : undefined
    if (!content) return 'an undeclared status'
    validate = ajv.compile({ $ref: pointer })
    validators.set(pointer, validate)
  }
  return validate(body) ? null : `not as its schema says (${ajv.errorsText(validate.errors)})`
}

/** Parts of a JSON pointer in a URL fragment (RFC 6901, section 6). */
export const pointerPart = (parts: readonly string[]) =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

function codesIn(response: Operation['responses'][string] | undefined): string[] {
  const resolved =
    response && '$ref' in response
      ? document.components.responses?.[response.$ref.split('/').at(-1) as string]
      : (response as Response | undefined)
  const header = resolved?.headers?.['Error-Code'] as { schema: { enum: string[] } } | undefined
  return header?.schema.enum ?? []
}

/** Returns the operations of these tags without a successful exchange. */
export function unseen(tags: readonly string[]): string[] {
  return routes
    .filter(({ operation }) => tags.includes(operation.tags[0] as string) && !exchanges.has(operation.operationId))
    .map(({ operation }) => operation.operationId)
}

/** Returns whether the service said this where the table of errors has placeholders. */
export function isRefusal(code: ErrorCode, message: string): boolean {
  const parts = errorTable[code].message.split(/\{\w+\}/)
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')
  return new RegExp(`^${pattern}$`).test(message)
}

/** Keeps the first message of a refusal that says more than the table of errors. */
function keepRefusal({ headers, body, bytes, status }: Exchange): void {
  const code = headers.get('error-code') as ErrorCode | null
  const message = body === undefined ? bytes?.toString() : (body as { message?: string }).message
  if (status < 400 || code === null || message === undefined || !errorTable[code].message.includes('{')) return
  if (isRefusal(code, refusals[code] ?? '')) return
  refusals[code] = message
    .replaceAll(/127\.0\.0\.1:\d+/g, 'notary.example')
    .replaceAll(/[0-9a-f]{64}/g, 'a5'.repeat(32))
  const kept: Examples = JSON.parse(readFileSync(examplesFile, 'utf8'))
  const all = Object.entries({ ...kept.refusals, [code]: refusals[code] }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(examplesFile, `${JSON.stringify({ ...kept, refusals: Object.fromEntries(all) }, null, 2)}\n`)
}
