import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiError } from './errors.js'

/** What the pages are told by the page itself, so that they know it without a request. */
export interface PageFacts {
  /** The network's name, CAIP-2 id, whether it is a private chain, and the contract's address. */
  network: { name: string; chain: string; isPrivate: boolean; contract: string }
}

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const hide = { schema: { hide: true } } as const

/** Sends one of the built pages; those of the portal and those for everybody are two programs. */
export function pageSender({
  network,
}: PageFacts): (reply: FastifyReply, page: 'portal' | 'public') => Promise<FastifyReply> {
  const facts = JSON.stringify(network).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return async (reply, page) => {
    // Read each time: it names files that a build, which may happen meanwhile, replaces.
    const html = await readFile(join(built, `${page}.html`), 'utf8')
    const text = html.replace('name="tallystick" content=""', `name="tallystick" content="${facts}"`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(text)
  }
}

/** The portal, the pages for everybody and their files; `/` leads to the portal. */
export async function portalPages(
  app: FastifyInstance,
  { send }: { send: ReturnType<typeof pageSender> },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/portal/assets/',
    decorateReply: false,
    wildcard: true,
    // Their names change with their contents.
    immutable: true,
    maxAge: '1y',
    // Packed when they are built; without encryption browsers take gzip alone.
    preCompressed: true,
    setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
  })
  for (const file of ['favicon.svg', 'theme.js']) {
    app.get(`/portal/${file}`, hide, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(file, built),
    )
  }
  app.get('/portal', hide, (_request, reply) => send(reply, 'portal'))
  // The addresses of the portal's pages are the page's own business; what looks like a file, or like data, is not one of them.
  app.get<{ Params: { '*': string } }>('/portal/*', hide, (request, reply) => {
    const path = request.params['*']
    if (path.startsWith('api/') || /\.\w+$/.test(path)) throw apiError('not_found')
    return send(reply, 'portal')
  })
  app.get('/verify', hide, (_request, reply) => send(reply, 'public'))
  app.get('/', hide, (_request, reply) => reply.redirect('/portal/', 302))
}
