import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { varyByAccept } from '../answers/page-headers.js'
import { apiError } from '../errors.js'
import { builtPages, pageTexts, type SendPage, wantsPage } from './page-sender.js'

const hide = { schema: { hide: true } } as const

/** Files whose names don't change with their content. */
const fixedFiles = [
  'favicon.svg',
  'theme.js',
  'badge.css',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'icon-touch-180.png',
]

/** The portal, the public pages and their files. */
export async function portalPages(app: FastifyInstance, { send }: { send: SendPage }): Promise<void> {
  await app.register(assets)
  for (const file of fixedFiles) {
    app.get(`/portal/${file}`, hide, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(file))
  }
  const isPortalPath = portalPaths()
  const sendPortal = (reply: FastifyReply, path: string) =>
    send(isPortalPath(path) ? reply : reply.code(404).header('error-code', 'not_found'), 'portal')
  app.get('/portal', hide, (_request, reply) => send(reply, 'portal'))
  // The portal routes its own addresses; files and data aren't among them.
  app.get<{ Params: { '*': string } }>('/portal/*', hide, (request, reply) => {
    const path = request.params['*']
    if (path.startsWith('api/') || /\.\w+$/.test(path)) throw apiError('not_found')
    return sendPortal(reply, `/${path}`)
  })
  app.get('/verify', hide, (request, reply) => send(reply, 'public', pageTexts(request).verify))
  // Programs, and whoever doesn't ask for a page, are led to the portal.
  app.get('/', hide, (request, reply) => {
    varyByAccept(reply)
    return wantsPage(request) ? send(reply, 'public', pageTexts(request).front) : reply.redirect('/portal/', 302)
  })
}

/** Reads the addresses of the portal's pages, which its build wrote down, and returns whether a path is one of them. */
function portalPaths(): (path: string) => boolean {
  const listed = JSON.parse(readFileSync(join(builtPages, 'paths.json'), 'utf8')) as string[]
  const patterns = listed.map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`))
  return (path) => patterns.some((pattern) => pattern.test(path.length > 1 ? path.replace(/\/$/, '') : path))
}

/** The files that the pages load. */
async function assets(app: FastifyInstance): Promise<void> {
  // A path that no file can have (`%00`, `..%2f`) is the sender's error 400 or 403.
  app.setErrorHandler<FastifyError>((error) => {
    throw error.statusCode !== undefined && error.statusCode < 500 ? apiError('not_found') : error
  })
  await app.register(fastifyStatic, {
    root: join(builtPages, 'assets'),
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
