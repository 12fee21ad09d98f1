import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { accountSelfRoutes } from './accounts/account-routes.js'
import { clientRoutes } from './accounts/client-routes.js'
import { GuessLimit, networkOf } from './accounts/guess-limit.js'
import type { Portal } from './accounts/portal.js'
import { portalLoginRoutes } from './accounts/portal-routes.js'
import { type AccountsContext, accountRoutes } from './accounts/routes.js'
import { requireSession } from './accounts/token.js'
import type { Database } from './base/db.js'
import type { Metrics } from './base/metrics.js'
import { binRoutes } from './browse/bin-routes.js'
import { manifestRoutes } from './browse/manifest-routes.js'
import { publicRoutes } from './browse/public-routes.js'
import { browseRoutes } from './browse/routes.js'
import { searchRoutes } from './browse/search-routes.js'
import { PdfDrawer } from './certificates/pdf-drawer.js'
import { exportRoutes } from './export.js'
import { contentRoutes } from './files/content-routes.js'
import { pageRoutes } from './files/page-routes.js'
import type { FilesRoom } from './files/room.js'
import { fileRoutes } from './files/routes.js'
import { type FoldersRoom, folderRoutes } from './folders/routes.js'
import { apiError } from './http/errors.js'
import { healthRoutes } from './http/health.js'
import { collectRoutes, docsRoutes } from './http/openapi.js'
import { protectPages } from './http/page-headers.js'
import { pageSender, portalPages } from './http/portal-pages.js'
import { RateLimit } from './http/rate-limit.js'
import { RequestMetrics } from './http/request-metrics.js'
import { createHttp } from './http/server.js'
import { networkRoutes } from './ledger/network-routes.js'
import type { Pool } from './ledger/pool.js'
import { caip2, type NetworkInfo } from './ledger/proof.js'
import type { NetworkWatch } from './ledger/status.js'
import { eventRoutes } from './stamps/event-routes.js'
import { stampRoutesV1 } from './stamps/v1.js'
import { stampRoutesV2 } from './stamps/v2.js'
import { stampWriter } from './stamps/writer.js'
import type { UploadsRoom } from './uploads/room.js'
import { uploadRoutes } from './uploads/routes.js'
import { deliveryRoutes } from './webhooks/delivery-routes.js'
import type { WebhooksRoom } from './webhooks/room.js'
import { webhookRoutes } from './webhooks/routes.js'

/** What the interfaces stand on. */
export interface AppContext {
  database: Database
  accounts: AccountsContext
  portal: Portal['context']
  pool: Pool
  folders: FoldersRoom
  files: FilesRoom
  uploads: UploadsRoom
  webhooks: WebhooksRoom
  network: NetworkInfo
  /** How the network stands. */
  watch: NetworkWatch
  metrics: Metrics
  logger: Logger
  obstacles(): Promise<string[]>
  settings: {
    jsonLimit: number
    /** How long requests under way may take when the service stops. */
    stopMs: number
    multiStampLimit: number
    multiStampItemsMax: number
    /** Requests a minute; 0 is no limit. */
    rateLimit: { account: number; address: number }
    /** Failed logins a minute and address; 0 is no limit. */
    guessLimit: number
    trustProxy: readonly string[]
    metricsToken: string | undefined
  }
}

/** The version that the API reference names. */
export const version = '0.1.0'

/** Mounts every interface on one origin; stamping v2 below `/v2`. */
export async function createApp(context: AppContext): Promise<FastifyInstance> {
  const { database, accounts, pool, folders, files, network, metrics, logger, obstacles, settings } = context
  const { jsonLimit: bodyLimit, trustProxy, metricsToken, stopMs } = settings
  const addLimits = (to: FastifyInstance) => limitRates(to, settings.rateLimit)
  const requests = new RequestMetrics(metrics.registry)
  const app = await createHttp({ logger, metrics: requests, bodyLimit, trustProxy, stopMs, addLimits })
  await collectRoutes(app, version)
  await app.register(healthRoutes, { metrics, metricsToken, obstacles })
  const guesses = new GuessLimit({ failuresMax: settings.guessLimit || Number.POSITIVE_INFINITY })
  await app.register(accountRoutes, { guesses, ...accounts })
  await app.register(accountSelfRoutes, context.portal)
  await app.register(clientRoutes, context.portal)
  await app.register(portalLoginRoutes, context.portal)
  const drawer = new PdfDrawer()
  app.addHook('onClose', () => drawer.close())
  const room = { database, network, pool, writer: stampWriter(), limits: settings, publicUrl: files.publicUrl, drawer }
  const onRequest = requireSession(accounts.tokens)
  await app.register(stampRoutesV1, { room, onRequest })
  await app.register(stampRoutesV2, { room, onRequest, prefix: '/v2' })
  const verify = (header: string | undefined) => accounts.tokens.verify(header)
  await app.register(eventRoutes, { database, onRequest, verify })
  await app.register(networkRoutes, { watch: context.watch, onRequest })
  await app.register(folderRoutes, { room: folders, onRequest, prefix: '/api' })
  await app.register(manifestRoutes, { room: { database, network }, onRequest, prefix: '/api' })
  await app.register(fileRoutes, { room: files, onRequest, prefix: '/api' })
  await app.register(uploadRoutes, { room: context.uploads, onRequest })
  await app.register(browseRoutes, { room: files, onRequest, prefix: '/api' })
  await app.register(searchRoutes, { room: files, onRequest, prefix: '/api' })
  await app.register(binRoutes, { room: files, onRequest, onCondemned: () => folders.onCondemned(), prefix: '/api' })
  await app.register(pageRoutes, { room: files, onRequest, prefix: '/api' })
  await app.register(contentRoutes, { room: files, drawer, onRequest })
  await app.register(exportRoutes, { context: { database, network, vault: files.vault }, onRequest })
  const { name, isPrivate, chainId } = network
  const contract = `0x${Buffer.from(network.contract).toString('hex')}`
  const sendPage = pageSender({ network: { name, isPrivate, chain: caip2(chainId), contract } })
  await app.register(webhookRoutes, { room: context.webhooks, onRequest, prefix: '/v2' })
  await app.register(deliveryRoutes, { room: context.webhooks, onRequest, prefix: '/v2' })
  await app.register(async (pages) => {
    await protectPages(pages)
    await docsRoutes(pages)
    await portalPages(pages, { send: sendPage })
    await publicRoutes(pages, { stamps: room, files, sendPage: (reply) => sendPage(reply, 'public') })
  })
  return app
}

const unlimited = new Set(['/healthz', '/readyz', '/metrics'])

/** Refuses what is over the operator's limits; a limit that is off adds nothing to a request. */
function limitRates(app: FastifyInstance, { account, address }: AppContext['settings']['rateLimit']): void {
  if (address > 0) {
    const limit = new RateLimit(address)
    app.addHook('onRequest', (request, _reply, done) => {
      const wait = unlimited.has(request.routeOptions.url ?? '') ? 0 : limit.waitS(networkOf(request.ip))
      done(wait > 0 ? tooMany(wait) : undefined)
    })
  }
  if (account > 0) {
    const limit = new RateLimit(account)
    // After the routes' own onRequest, which finds out whose request it is, and before the body is read.
    app.addHook('preParsing', (request, _reply, _payload, done) => {
      const session = (request as FastifyRequest & { session?: { accountId: string } }).session
      const wait = session ? limit.waitS(session.accountId) : 0
      done(wait > 0 ? tooMany(wait) : null)
    })
  }
}

function tooMany(waitS: number) {
  return apiError('rate_limited', {}, { headers: { 'retry-after': String(waitS) } })
}
