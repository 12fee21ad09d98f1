import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../host.js'
import type { ApiDescription } from '../openapi/description.js'

const documents = [
  ['/openapi.json', '3.1'],
  ['/openapi-3.0.json', '3.0'],
] as const

/** Replaces swagger-ui's start script, which names a foreign address. */
const initializer = `window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    persistAuthorization: false,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
  })
}
`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tallystick API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** swagger-ui's script sets styles; scripts come from our own files only. */
const docsPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

/** The parts of {@link docsRoutes}. */
interface DocsContext {
  description: ApiDescription
  /** Not set: the address at which the service is asked. */
  publicUrl: string | undefined
}

/** `/openapi.json`, the same as OpenAPI 3.0, and the API reference at `/docs`, which makes no request to another host. */
export async function docsRoutes(app: FastifyInstance, { description, publicUrl }: DocsContext): Promise<void> {
  const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/',
    serve: false,
    decorateReply: true,
  })
  for (const [url, version] of documents) {
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: (request, reply) =>
        reply.header('cache-control', 'no-cache').send(description.document(version, publicUrl ?? originOf(request))),
    })
  }
  app.route({
    method: 'GET',
    url: '/docs',
    schema: { hide: true },
    handler: (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(page),
  })
  app.route({
    method: 'GET',
    url: '/docs/start.js',
    schema: { hide: true },
    handler: (_request, reply) => reply.type('text/javascript; charset=utf-8').send(initializer),
  })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    app.route({
      method: 'GET',
      url: `/docs/${file}`,
      schema: { hide: true },
      handler: (_request, reply) => reply.header('cache-control', 'public, max-age=86400').sendFile(file, join(assets)),
    })
  }
}
