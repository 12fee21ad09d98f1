import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { portalApi } from '../../src/accounts/portal/api.js'
import type { ErrorCode } from '../../src/http/errors.js'
import type { Operation } from '../../src/http/openapi/document.js'
import { nameModels } from '../../src/http/openapi/models.js'

/** Made from the routes' schemas by `npm run golden`. */
const golden = new URL('../../../docs/portal-api.json', import.meta.url)

/** Errors that any request may be answered with. */
const common: readonly ErrorCode[] = [
  'malformed_request',
  'headers_too_large',
  'host_unknown',
  'method_not_allowed',
  'not_found',
  'malformed_json',
  'body_missing',
  'unsupported_type',
  'charset_unsupported',
  'encoding_unsupported',
  'too_large',
  'request_timeout',
  'invalid',
  'rate_limited',
  'internal',
  'unavailable',
]

/** Describes the portal's own API in OpenAPI 3.1. */
function describePortal(): object {
  const paths = Object.values(portalApi).map(({ method, url, schema }) => {
    const { operationId, summary, response } = schema
    const codes = 'errors' in schema ? [...schema.errors, ...common] : common
    const operation: Operation = {
      operationId,
      summary,
      tags: ['Portal'],
      ...('body' in schema && { requestBody: { required: true, content: json(schema.body) } }),
      responses: {
        200: { description: summary, content: json(response[200]) },
        default: { description: 'Refused.', headers: { 'Error-Code': { schema: { type: 'string', enum: codes } } } },
      },
    }
    return [url, { [method.toLowerCase()]: operation }] as const
  })
  const document = {
    openapi: '3.1.0',
    info: { title: "The portal's own API", version: '1' },
    paths: Object.fromEntries(paths),
    components: {},
  }
  nameModels(document)
  return document
}

const json = (schema: object) => ({ 'application/json': { schema } })

it('docs/portal-api.json describes the routes of the portal', () => {
  const document = JSON.parse(JSON.stringify(describePortal()))
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(document, null, 2)}\n`)
  expect(document, 'if the change is intended, run: npm run golden').toStrictEqual(
    JSON.parse(readFileSync(golden, 'utf8')),
  )
})
