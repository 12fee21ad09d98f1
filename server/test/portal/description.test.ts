import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operatorAccountsApi } from '../../src/accounts/operators/api.js'
import { portalApi } from '../../src/accounts/portal/api.js'
import type { ErrorCode } from '../../src/http/errors.js'
import type { Operation } from '../../src/http/openapi/document.js'
import { nameModels } from '../../src/http/openapi/models.js'
import type { PortalRoute } from '../../src/http/portal-route.js'
import { operatorLedgerApi } from '../../src/ledger/status/operator-routes.js'
import { operatorServiceApi } from '../../src/roof/operator.js'
import { operatorStorageApi } from '../../src/storage/operator-route.js'

/** Made from the routes' schemas by `npm run golden`. */
const golden = new URL('../../../docs/portal-api.json', import.meta.url)

/** Errors of requests that take a token. */
const tokenErrors: readonly ErrorCode[] = ['token_missing', 'token_invalid']
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

const routesOf = (...apis: readonly Readonly<Record<string, PortalRoute>>[]) =>
  apis.flatMap((api) => Object.values(api))
const byCookie = routesOf(portalApi)
const byToken = routesOf(operatorServiceApi, operatorAccountsApi, operatorLedgerApi, operatorStorageApi)

/** Describes the portal's own API in OpenAPI 3.1. */
function describePortal(): object {
  const paths = [...byCookie, ...byToken].map((route) => {
    const { method, url, schema } = route
    const { operationId, summary, params, querystring } = schema
    const errors = [...(schema.errors ?? []), ...(byToken.includes(route) ? tokenErrors : [])]
    const response = schema.response as { 200: object }
    const codes = [...new Set([...errors, ...common])]
    const parameters = [...parametersIn('path', params), ...parametersIn('query', querystring)]
    const operation: Operation = {
      operationId,
      summary,
      tags: ['Portal'],
      ...(parameters.length > 0 && { parameters }),
      ...(schema.body !== undefined && { requestBody: { required: true, content: json(schema.body as object) } }),
      responses: {
        200: { description: summary, content: json(response[200]) },
        default: { description: 'Refused.', headers: { 'Error-Code': { schema: { type: 'string', enum: codes } } } },
      },
    }
    return [url.replaceAll(/:(\w+)/g, '{$1}'), { [method.toLowerCase()]: operation }] as const
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

/** Describes the parameters of a route that are in its path or query. */
function parametersIn(place: 'path' | 'query', schema: unknown) {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: one,
  }))
}

const json = (schema: object) => ({ 'application/json': { schema } })

it('docs/portal-api.json describes the routes of the portal', () => {
  const document = JSON.parse(JSON.stringify(describePortal()))
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(document, null, 2)}\n`)
  expect(document, 'if the change is intended, run: npm run golden').toStrictEqual(
    JSON.parse(readFileSync(golden, 'utf8')),
  )
})
