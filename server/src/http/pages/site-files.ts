import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { builtPages } from './page-sender.js'

/**
 * For crawlers: pages for everyone may be read, for link previews too; the portal and the API hold nothing for them. Pages of single
 * documents say themselves that no search engine should list them.
 */
const robots = `User-agent: *
Allow: /portal/assets/
Disallow: /portal/
Disallow: /api/
Disallow: /v2/
Disallow: /hash
`

/** The files that browsers and crawlers ask every site for: `/robots.txt` and `/favicon.ico`. Gives replies their `sendFile`. */
export async function siteFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: builtPages, serve: false })
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').sendFile('favicon.ico'),
  )
}
