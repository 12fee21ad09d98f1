import type { Declared } from './declared.js'
import type { Document, Operation, Parameter, Response } from './document.js'

const text = { type: 'string' }

/** The headers that several answers have in common. */
const headers = {
  'Request-Id': { description: "Identifies the request in the service's log.", required: true, schema: text },
  'Retry-After': {
    description: 'Seconds after which the same request is worth repeating.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Next-Cursor': {
    description: 'Pass it as `cursor` to get the next page. Missing on the last page.',
    schema: text,
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
}

export type HeaderName = keyof typeof headers

/** Returns a reference to a header of {@link headers}. */
export function header(name: HeaderName): Record<string, object> {
  return { [name]: { $ref: `#/components/headers/${name}` } }
}

/** Adds the headers that a route takes and answers with. */
export function describeHeaders({ components }: Document, operation: Operation, { isIdempotent }: Declared): void {
  components.headers ??= headers
  components.parameters ??= { 'Idempotency-Key': idempotencyKey }
  const isList = operation.parameters?.some(({ name }) => name === 'cursor')
  if (isIdempotent) {
    const reference = { $ref: '#/components/parameters/Idempotency-Key' } as unknown as Parameter
    operation.parameters = [...(operation.parameters ?? []), reference]
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue
    const success = response as Response
    success.headers = {
      ...success.headers,
      ...header('Request-Id'),
      ...(isList && header('Next-Cursor')),
      ...(isIdempotent && header('Idempotent-Replayed')),
    }
  }
}
