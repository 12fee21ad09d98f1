import { STATUS_CODES } from 'node:http'
import type { FastifySchema } from 'fastify'
import { type ErrorCode, errorTable } from '../errors.js'
import type { Document, Operation, Response } from './document.js'
import type { Examples } from './examples.js'
import { header } from './headers.js'
import { pascalCase } from './models.js'

/** Errors of requests that reach no operation, or have a body where none is taken: the default response of every operation. */
const withoutOperation: readonly ErrorCode[] = [
  'malformed_request',
  'headers_too_large',
  'host_unknown',
  'method_not_allowed',
  'not_found',
  'malformed_json',
  'unsupported_type',
  'charset_unsupported',
  'encoding_unsupported',
  'too_large',
  'request_timeout',
]

const ofKey: readonly ErrorCode[] = [
  'idempotency_key_invalid',
  'idempotency_mismatch',
  'idempotency_running',
  'disk_full',
]
const ofToken: readonly ErrorCode[] = ['token_missing', 'token_invalid']
const ofJson: readonly ErrorCode[] = ['malformed_json', 'body_missing', 'unsupported_type', 'charset_unsupported']
const ofBody: readonly ErrorCode[] = ['too_large', 'encoding_unsupported', 'request_timeout']

/** Returns the errors of a route: its own, and those that follow from what it takes. */
function codesOf(method: string, schema: FastifySchema): ErrorCode[] {
  const {
    errors = [],
    isIdempotent = false,
    takesSpace = false,
    body,
    consumes,
    querystring,
    requiredHeaders,
    security,
  } = schema
  const isOpen = security?.length === 0
  const takesBody = body !== undefined || consumes !== undefined
  return [
    ...errors,
    ...(isOpen ? [] : ofToken),
    ...(takesBody || querystring || requiredHeaders ? (['invalid'] as const) : []),
    ...(takesBody && !consumes ? ofJson : []),
    ...(takesBody ? ofBody : []),
    ...(isIdempotent ? ofKey : []),
    ...(takesSpace ? (['disk_full'] as const) : []),
    ...(method === 'get' || method === 'head' ? [] : (['outcome_unknown'] as const)),
    'rate_limited',
    'internal',
    'unavailable',
  ]
}

/** The service's messages by code, where the table's message has placeholders. */
type Messages = Examples['refusals']

/** More errors than this don't make a name. */
const nameableMax = 2

/** Adds the refusals of a route to its responses, by status. Those of one error or two are components. */
export function describeRefusals(
  { components }: Document,
  {
    method,
    operation,
    schema,
    messages,
  }: { method: string; operation: Operation; schema: FastifySchema; messages: Messages },
): void {
  components.schemas ??= {}
  components.schemas.Refusal ??= refusalSchema
  components.responses ??= { Refused: responseOf(components, withoutOperation, messages) }
  for (const [status, codes] of byStatusOf(codesOf(method, schema))) {
    const name = codes.map(pascalCase).join('Or')
    if (codes.length > nameableMax) operation.responses[status] = responseOf(components, codes, messages)
    else {
      components.responses[name] ??= responseOf(components, codes, messages)
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  for (const [status, codes] of byStatusOf(schema.plainErrors ?? []))
    operation.responses[status] = plainResponseOf(codes, messages)
  operation.responses.default = { $ref: '#/components/responses/Refused' }
}

/** Returns each status with its codes, in the order of the statuses. */
function byStatusOf(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codes) {
    const { status } = errorTable[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  return [...byStatus].map(([status, set]) => [status, [...set]] as [number, ErrorCode[]]).sort(([a], [b]) => a - b)
}

const refusalSchema = {
  type: 'object',
  description: 'An error. The header `Error-Code` has its stable code.',
  required: ['status', 'message'],
  additionalProperties: false,
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string', description: 'What happened, and what to do.' },
  },
}

function responseOf(components: Document['components'], codes: readonly ErrorCode[], messages: Messages): Response {
  components.examples ??= {}
  for (const code of codes) {
    const { status, message } = errorTable[code]
    const said = messages[code] ?? message
    if (!said.includes('{'))
      components.examples[code] ??= { summary: STATUS_CODES[status], value: { status, message: said } }
  }
  const seen = codes.filter((code) => code in (components.examples ?? {}))
  const isWorthRepeating = codes.some((code) => 'retryAfterS' in errorTable[code])
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...header('Request-Id'),
      'Error-Code': {
        description: 'The stable code of the error.',
        required: true,
        schema: { type: 'string', enum: [...codes] },
      },
      ...(isWorthRepeating && header('Retry-After')),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Refusal' },
        examples: Object.fromEntries(seen.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** The same, in plain text. */
function plainResponseOf(codes: readonly ErrorCode[], messages: Messages): Response {
  const examples = codes.map((code) => [code, { value: messages[code] ?? errorTable[code].message }])
  const content = { 'text/plain': { schema: { type: 'string' }, examples: Object.fromEntries(examples) } }
  // Its examples are here, not among those of JSON.
  return { ...responseOf({}, codes, messages), content }
}
