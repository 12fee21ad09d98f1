import { STATUS_CODES } from 'node:http'
import type { FastifySchema } from 'fastify'
import { type ErrorCode, errorTable } from '../errors.js'
import type { Document, Operation, Response } from './document.js'
import { header } from './headers.js'

/** Errors of requests that reach no operation: the default response of every operation. */
const withoutOperation: readonly ErrorCode[] = [
  'malformed_request',
  'headers_too_large',
  'host_unknown',
  'method_not_allowed',
  'not_found',
]

const ofKey: readonly ErrorCode[] = ['idempotency_key_invalid', 'idempotency_mismatch', 'idempotency_running']
const ofToken: readonly ErrorCode[] = ['token_missing', 'token_invalid']
const ofJson: readonly ErrorCode[] = ['malformed_json', 'body_missing', 'unsupported_type', 'charset_unsupported']
const ofBody: readonly ErrorCode[] = ['too_large', 'encoding_unsupported', 'request_timeout']

/** Returns the errors of a route: its own, and those that follow from what it takes. */
function codesOf(method: string, schema: FastifySchema): ErrorCode[] {
  const { errors = [], isIdempotent = false, body, consumes, querystring, security } = schema
  const isOpen = security?.length === 0
  const takesBody = body !== undefined || consumes !== undefined
  return [
    ...errors,
    ...(isOpen ? [] : ofToken),
    ...(takesBody || querystring ? (['invalid'] as const) : []),
    ...(takesBody && !consumes ? ofJson : []),
    ...(takesBody ? ofBody : []),
    ...(isIdempotent ? ofKey : []),
    ...(method === 'get' || method === 'head' ? [] : (['outcome_unknown'] as const)),
    'rate_limited',
    'internal',
    'unavailable',
  ]
}

/** More errors than this don't make a name. */
const nameableMax = 2

/** Adds the refusals of a route to its responses, by status. Those of one error or two are components. */
export function describeRefusals(document: Document, method: string, operation: Operation, schema: FastifySchema) {
  const { components } = document
  components.schemas ??= {}
  components.schemas.Refusal ??= refusalSchema
  components.responses ??= { Refused: responseOf(components, withoutOperation) }
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codesOf(method, schema)) {
    const { status } = errorTable[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const name = [...codes].map(pascalCase).join('Or')
    if (codes.size > nameableMax) operation.responses[status] = responseOf(components, [...codes])
    else {
      components.responses[name] ??= responseOf(components, [...codes])
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  operation.responses.default = { $ref: '#/components/responses/Refused' }
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

function responseOf(components: Document['components'], codes: readonly ErrorCode[]): Response {
  components.examples ??= {}
  for (const code of codes) {
    const { status, message } = errorTable[code]
    components.examples[code] ??= { summary: STATUS_CODES[status], value: { status, message } }
  }
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
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
