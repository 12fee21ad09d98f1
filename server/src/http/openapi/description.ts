import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { type Document, type Operation, operationsOf, type PathItem } from './document.js'
import { addExample, type Example, type Examples, readExamples } from './examples.js'
import { describeHeaders } from './headers.js'
import { nameModels } from './models.js'
import { inOpenApi30 } from './older.js'
import { describeRefusals } from './refusals.js'
import { tags } from './tags.js'
import './declared.js'

/** Contents of the description besides the routes. */
export interface DescriptionOptions {
  version: string
  /** Messages that the service sends to others, by event. */
  webhooks: Readonly<Record<string, PathItem>>
}

/** The description of the interface. */
export interface ApiDescription {
  /**
   * Returns the document of a version of OpenAPI; call it when all routes are registered.
   *
   * @param base address of the service, without a trailing slash: programs that import the document ask there
   */
  document(version: '3.0' | '3.1', base: string): object
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token that `POST /authenticate` returns.' },
  basic: { type: 'http', scheme: 'basic', description: 'Client ID and secret key as user and password.' },
  link: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'Part of a link that the service returned.',
  },
} as const

/** Collects the routes registered after it. */
export async function describeRoutes(app: FastifyInstance, options: DescriptionOptions): Promise<ApiDescription> {
  const schemas = new Map<string, FastifySchema>()
  app.addHook('onRoute', ({ schema }) => {
    if (schema?.operationId) schemas.set(schema.operationId, schema)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tallystick',
        version: options.version,
        description:
          'A notary that records hashes on a blockchain, with proofs that verify without it. Every success response is ' +
          '`{status, message, data?}`, every error `{status, message}` with a stable code in the header `Error-Code`. ' +
          'With an `Idempotency-Key`, a POST that creates something can safely be repeated for 24 hours.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        contact: { name: 'The operator of this service' },
      },
      components: { securitySchemes },
      security: [{ bearer: [] }],
    },
  })
  let completed: Document | undefined
  return {
    document(version, base) {
      completed ??= complete(app.swagger() as unknown as Document, schemas, options.webhooks, readExamples())
      const { info } = completed
      const document: Document = {
        ...completed,
        info: { ...info, contact: { ...info.contact, url: base } },
        servers: [{ url: base, description: 'This service.' }],
      }
      return version === '3.1' ? document : inOpenApi30(document)
    },
  }
}

/** Completes the collected routes by what they have in common, and by what tests have seen. */
function complete(
  document: Document,
  schemas: ReadonlyMap<string, FastifySchema>,
  webhooks: DescriptionOptions['webhooks'],
  { operations: examples, refusals: messages }: Examples,
): Document {
  document.tags = tags
  document.webhooks = structuredClone(webhooks)
  for (const { method, operation } of operationsOf(document)) {
    // The collector names the HEAD of a route after its GET, even when it has none.
    operation.operationId = operation.operationId.replace(/-head$/, '')
    const schema = schemas.get(operation.operationId) ?? {}
    describeHeaders(document, operation, schema)
    describeRefusals(document, { method, operation, schema, messages })
    const example = examples[operation.operationId]
    describeAnswers(operation, example)
    addExample(operation, example)
  }
  for (const { operation } of operationsOf({ paths: document.webhooks }))
    addExample(operation, examples[operation.operationId])
  nameModels(document)
  return document
}

/** Describes answers for which the collector knows no words: by the message that a test got, or by what the operation does. */
function describeAnswers({ summary, responses }: Operation, example: Example | undefined): void {
  const { message } = (example?.response ?? {}) as { message?: unknown }
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response || response.description !== 'Default Response') continue
    response.description = typeof message === 'string' && status === example?.status ? message : summary
  }
}
