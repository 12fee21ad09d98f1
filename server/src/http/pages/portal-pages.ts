import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { ownFile } from '../../base/own-files.js'
import { apiError } from '../errors.js'

/** Facts embedded in the pages, which spare them a request. */
export interface PageFacts {
  /** The network's name, CAIP-2 id, whether it is a private chain, and the contract's address. */
  network: { name: string; chain: string; isPrivate: boolean; contract: string }
}

const built = fileURLToPath(ownFile('portal/'))
const hide = { schema: { hide: true } } as const

/** Returns a function that sends a built page: the portal's, or the public one. */
export function pageSender({
  network,
}: PageFacts): (reply: FastifyReply, page: 'portal' | 'public') => Promise<FastifyReply> {
  const facts = JSON.stringify(network).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return async (reply, page) => {
    // Read each time, because a build replaces the files that it names.
    const html = await readFile(join(built, `${page}.html`), 'utf8')
    const text = html.replace('name="tallystick" content=""', `name="tallystick" content="${facts}"`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(text)
  }
}

/** The portal, the public pages and their files; `/` redirects to the portal. */
export async function portalPages(
  app: FastifyInstance,
  { send }: { send: ReturnType<typeof pageSender> },
): Promise<void> {
  await app.register(assets)
  for (const file of ['favicon.svg', 'theme.js']) {
    app.get(`/portal/${file}`, hide, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(file, built),
    )
  }
  app.get('/portal', hide, (_request, reply) => send(reply, 'portal'))
  // The portal routes its own addresses; files and data aren't among them.
  app.get<{ Params: { '*': string } }>('/portal/*', hide, (request, reply) => {
    const path = request.params['*']
    if (path.startsWith('api/') || /\.\w+$/.test(path)) throw apiError('not_found')
    return send(reply, 'portal')
  })
  app.get('/verify', hide, (_request, reply) => send(reply, 'public'))
  app.get('/', hide, (_request, reply) => reply.redirect('/portal/', 302))
}

/** The files that the pages load. */
async function assets(app: FastifyInstance): Promise<void> {
  // A path that no file can have (`%00`, `..%2f`) is the sender's error 400 or 403.
  app.setErrorHandler<FastifyError>((error) => {
    throw error.statusCode !== undefined && error.statusCode < 500 ? apiError('not_found') : error
  })
  await app.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/portal/assets/',
    decorateReply: false,
    wildcard: true,
    // File names change with the content.
    immutable: true,
    maxAge: '1y',
    // Compressed by the build. Without TLS, browsers accept gzip only.
    preCompressed: true,
    setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
  })
}
