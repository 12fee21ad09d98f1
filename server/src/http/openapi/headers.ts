import { type AnswerHeader, answerHeaders, type CommonHeader, commonHeaders } from './answer-headers.js'
import type { Declared } from './declared.js'
import type { Document, Operation, Parameter, Response } from './document.js'

const text = { type: 'string' }

const parameters = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
  'Request-Id': {
    name: 'Request-Id',
    in: 'header',
    description: "An ID of your choice, for the answer and the service's log. By default, the service generates one.",
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the answer you have: 304 if it is still the same.',
    schema: text,
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes: `bytes=0-499`, `bytes=500-`, `bytes=-500`.',
    schema: text,
  },
  'If-Range': {
    name: 'If-Range',
    in: 'header',
    description: 'An `ETag`: the range is sent only if it is still the same, else everything.',
    schema: text,
  },
}

/** Returns a reference to a header of {@link commonHeaders}. */
export function header(name: CommonHeader): Record<string, object> {
  return { [name]: { $ref: `#/components/headers/${name}` } }
}

function parameter(name: keyof typeof parameters): Parameter {
  return { $ref: `#/components/parameters/${name}` } as unknown as Parameter
}

function answerHeader(name: AnswerHeader): Record<string, object> {
  return { [name]: { description: answerHeaders[name], schema: text } }
}

/** Adds the headers that a route takes and answers with. */
export function describeHeaders({ components }: Document, operation: Operation, declared: Declared): void {
  const { isIdempotent, requiredHeaders = [], answerHeaders: own = [], caching } = declared
  components.headers ??= commonHeaders
  components.parameters ??= parameters
  const { responses } = operation
  const isList = operation.parameters?.some(({ name }) => name === 'cursor')
  for (const one of operation.parameters ?? [])
    if (one.in === 'header' && requiredHeaders.includes(one.name)) one.required = true
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...(isIdempotent ? [parameter('Idempotency-Key')] : []),
    ...(caching ? [parameter('If-None-Match')] : []),
    ...(caching === 'range' ? [parameter('Range'), parameter('If-Range')] : []),
    parameter('Request-Id'),
  ]
  const content = (responses[200] as Response | undefined)?.content
  if (caching === 'range') responses[206] = { description: 'The range.', ...(content && { content }) }
  if (caching) responses[304] = { description: 'Not modified: the answer you have is current.' }
  for (const [status, response] of Object.entries(responses)) {
    if (!/^[23]/.test(status)) continue
    const success = response as Response
    success.headers = {
      ...header('Request-Id'),
      ...(isList && header('Next-Cursor')),
      ...(isIdempotent && header('Idempotent-Replayed')),
      ...(caching && answerHeader('ETag')),
      ...(status === '206' && answerHeader('Content-Range')),
      ...(status !== '304' && Object.assign({}, ...own.map(answerHeader))),
    }
  }
}
