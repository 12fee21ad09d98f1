import type { FastifyInstance } from 'fastify'
import { originOf } from '../host.js'
import type { ApiDescription } from '../openapi/description.js'
import { pageTexts, type SendPage } from './page-sender.js'

const documents = [
  ['/openapi.json', '3.1'],
  ['/openapi-3.0.json', '3.0'],
] as const

const hide = { schema: { hide: true } } as const

/** The parts of {@link docsRoutes}. */
interface DocsContext {
  description: ApiDescription
  /** Not set: the address at which the service is asked. */
  publicUrl: string | undefined
  send: SendPage
}

/** `/openapi.json`, the same as OpenAPI 3.0, and the API reference at `/docs`, which reads the first. */
export async function docsRoutes(app: FastifyInstance, { description, publicUrl, send }: DocsContext): Promise<void> {
  for (const [url, version] of documents)
    app.get(url, hide, (request, reply) =>
      reply.header('cache-control', 'no-cache').send(description.document(version, publicUrl ?? originOf(request))),
    )
  app.get('/docs', hide, (request, reply) => send(reply, 'public', pageTexts(request).docs))
}
