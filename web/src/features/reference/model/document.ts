/** The parts of OpenAPI 3.1 that the service's description has and the reference shows. */
export interface ApiDocument {
  info: { description: string }
  tags: readonly { name: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: Record<string, Record<string, unknown>>
}

type PathItem = Record<string, Described>

interface Described {
  operationId: string
  tags: readonly [string]
  summary: string
  description?: string
  security?: readonly Record<string, unknown>[]
  parameters?: readonly (Parameter | Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, Omit<Answer, 'status'> | Reference>
}

interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

/** By media type. */
type Content = Record<string, Media>

interface Media {
  schema?: Schema
  example?: unknown
}

export interface Schema {
  $ref?: string
  title?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  anyOf?: readonly Schema[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** An answer of an operation. The status `default` is that of requests which reach none. */
export interface Answer {
  status: string
  description: string
  headers?: Record<string, { description?: string } | Reference>
  content?: Content
}

/** The body that an operation takes. */
interface Body {
  mediaType: string
  schema: Schema | undefined
  example: unknown
}

/** The login that an operation needs: with a token, also by a signed link, better with a login than without, or everyone. */
type Access = 'token' | 'link' | 'optional' | 'open'

/** An operation, or a message that the service sends. Only schemas still have references. */
export interface Operation {
  /** Also its anchor. */
  id: string
  /** In upper case. */
  method: string
  /** With `{placeholders}`; of a message the event. */
  path: string
  group: string
  summary: string
  description: string | undefined
  access: Access
  parameters: readonly Parameter[]
  body: Body | null
  answers: readonly Answer[]
  /** Whether the service sends it. */
  isSent: boolean
}

/** Group of the messages that the service sends. */
export const sentGroup = 'Sent by webhooks'

/** Anchor of the page that lists all operations. */
export const overview = 'operations'

/** Returns the document's operations in its order, those that the service sends at the end. */
export function operationsOf(document: ApiDocument): Operation[] {
  const read = (paths: Record<string, PathItem>, isSent: boolean) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => readOperation(document, { path, method, described, isSent })),
    )
  return [...read(document.paths, false), ...read(document.webhooks, true)]
}

function readOperation(
  document: ApiDocument,
  { path, method, described, isSent }: { path: string; method: string; described: Described; isSent: boolean },
): Operation {
  const { operationId: id, tags, summary, description, security, parameters = [], requestBody, responses } = described
  const [body] = Object.entries(requestBody?.content ?? {})
  return {
    id,
    method: method.toUpperCase(),
    path,
    group: isSent ? sentGroup : tags[0],
    summary,
    description,
    access: accessOf(security),
    parameters: parameters.map((one) => resolved<Parameter>(document, one)),
    body: body ? { mediaType: body[0], schema: body[1].schema, example: body[1].example } : null,
    answers: Object.entries(responses).map(([status, one]) => ({
      ...resolved<Omit<Answer, 'status'>>(document, one),
      status,
    })),
    isSent,
  }
}

function accessOf(security: Described['security']): Access {
  if (security === undefined) return 'token'
  if (security.length === 0) return 'open'
  return security.some((way) => 'link' in way) ? 'link' : 'optional'
}

/** Returns what a reference names, or the value itself. */
export function resolved<Value extends object>(document: ApiDocument, value: Value | Reference): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return document.components[kind]?.[name] as Value
}

/** Returns the operations that have each word of a search in their address, name, words or group. */
export function found(operations: readonly Operation[], search: string): Operation[] {
  const words = search.toLowerCase().split(/\s+/)
  return operations.filter(({ method, path, id, summary, description, group }) => {
    const text = [method, path, id, summary, description, group].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
