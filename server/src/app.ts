import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type AccountsContext, accountRoutes } from './accounts/routes.js'
import { requireSession } from './accounts/token.js'
import type { Database } from './base/db.js'
import { healthRoutes } from './base/health.js'
import { createHttp } from './base/http.js'
import type { Metrics } from './base/metrics.js'
import { collectRoutes, docsRoutes } from './base/openapi.js'
import { protectPages } from './base/pages.js'
import type { Pool } from './ledger/pool.js'
import type { NetworkInfo } from './ledger/proof.js'
import { stampRoutesV1 } from './stamps/v1.js'
import { stampRoutesV2 } from './stamps/v2.js'
import { stampWriter } from './stamps/writer.js'

/** What the interfaces stand on. */
export interface AppContext {
  database: Database
  accounts: AccountsContext
  pool: Pool
  network: NetworkInfo
  metrics: Metrics
  logger: Logger
  obstacles(): Promise<string[]>
  settings: {
    jsonLimit: number
    multiStampLimit: number
    multiStampItemsMax: number
    trustProxy: readonly string[]
    metricsToken: string | undefined
  }
}

/** The version that the API reference names. */
export const version = '0.1.0'

/** Mounts every interface on one origin; stamping v2 below `/v2`. */
export async function createApp(context: AppContext): Promise<FastifyInstance> {
  const { database, accounts, pool, network, metrics, logger, obstacles, settings } = context
  const { jsonLimit: bodyLimit, trustProxy, metricsToken } = settings
  const app = await createHttp({ logger, metrics, bodyLimit, trustProxy })
  await collectRoutes(app, version)
  await app.register(healthRoutes, { metrics, metricsToken, obstacles })
  await app.register(accountRoutes, accounts)
  const room = { database, network, pool, writer: stampWriter(), limits: settings }
  const onRequest = requireSession(accounts.tokens)
  await app.register(stampRoutesV1, { room, onRequest })
  await app.register(stampRoutesV2, { room, onRequest, prefix: '/v2' })
  await app.register(async (pages) => {
    await protectPages(pages)
    await docsRoutes(pages)
    await portalRoutes(pages)
  })
  return app
}

/** The portal; `/` leads to it. */
async function portalRoutes(app: FastifyInstance): Promise<void> {
  const root = fileURLToPath(new URL('../../web/public/', import.meta.url))
  await app.register(fastifyStatic, { root, prefix: '/portal/', decorateReply: false })
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/portal/', 302))
}
