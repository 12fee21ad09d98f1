import type { FastifyInstance } from 'fastify'
import { pageTexts } from './page-sender.js'

/** The parts of {@link installing}. */
interface InstallingContext {
  /** Name of whom the service belongs to. */
  operator: string | undefined
  /** Whether browsers keep the pages that verify. */
  isOffline: boolean
}

const hide = { schema: { hide: true } } as const

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/portal/${name}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Has the portal installed like an app: `/manifest.webmanifest` describes it, and `/worker.js` works for it without a network. */
export async function installing(app: FastifyInstance, { operator, isOffline }: InstallingContext): Promise<void> {
  app.get('/manifest.webmanifest', hide, (request, reply) => {
    const { stamp, verify } = pageTexts(request).installed
    reply.type('application/manifest+json').headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
    return JSON.stringify({
      id: '/portal/',
      name: operator === undefined ? 'Tallystick' : `Tallystick · ${operator}`,
      short_name: 'Tallystick',
      start_url: '/portal/',
      scope: '/',
      display: 'standalone',
      background_color: '#faf8f3',
      theme_color: '#faf8f3',
      icons: [
        icon('icon-192.png', 192, 'any'),
        icon('icon-512.png', 512, 'any'),
        icon('icon-maskable-512.png', 512, 'maskable'),
      ],
      shortcuts: [
        { name: stamp, url: '/portal/stamps/new' },
        { name: verify, url: '/verify' },
      ],
      // The worker takes the files: without it they would be sent to the service.
      ...(isOffline && {
        share_target: {
          action: '/portal/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { files: [{ name: 'files', accept: ['*/*'] }] },
        },
      }),
    })
  })
  app.get('/worker.js', hide, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .sendFile(isOffline ? 'worker.js' : 'worker-off.js', { cacheControl: false }),
  )
}
