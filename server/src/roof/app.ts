import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operatorsOnly } from '../accounts/operators/operators.js'
import type { RequestLog } from '../accounts/requests/request-log.js'
import { isPerson, requireSession, type Tokens } from '../accounts/tokens/token.js'
import type { OpenRoom } from '../base/room.js'
import type { Metrics } from '../base/telemetry/metrics.js'
import { version } from '../base/version.js'
import { hexOf } from '../chain/hex.js'
import { compressAnswers } from '../http/answers/compression.js'
import { tagAnswers } from '../http/answers/entity-tags.js'
import { allowFrames, pagePolicy, protectPages, varyByAccept } from '../http/answers/page-headers.js'
import { healthRoutes, probes } from '../http/health.js'
import { networkOf } from '../http/limits/address-network.js'
import { RateLimit, tooManyRequests } from '../http/limits/rate-limit.js'
import { type ApiDescription, describeRoutes } from '../http/openapi/description.js'
import type { PathItem } from '../http/openapi/document.js'
import { docsRoutes } from '../http/pages/docs-pages.js'
import { installing } from '../http/pages/installing.js'
import { type PageFacts, pageSender, pageTexts, type SendPage } from '../http/pages/page-sender.js'
import { portalPages } from '../http/pages/portal-pages.js'
import { securityTxt } from '../http/pages/security-txt.js'
import { siteFiles } from '../http/pages/site-files.js'
import { createHttp } from '../http/server.js'
import { RequestMetrics } from '../http/telemetry/metrics.js'
import { logSecurity } from '../http/telemetry/security-log.js'
import { RequestTraces } from '../http/telemetry/traces.js'
import { caip2, type NetworkInfo } from '../ledger/proofs/proof.js'
import type { Config } from '../settings.js'
import { exportRoutes } from './export.js'
import type { FullGround } from './ground.js'
import { operatorServiceRoutes } from './operator.js'

/** Dependencies of {@link createApp}. */
export interface AppContext {
  ground: FullGround
  /** Identifies the caller of a request. */
  tokens: Tokens
  /** Keeps the request log, unless it is off. */
  requestLog: RequestLog | undefined
  rooms: readonly OpenRoom[]
  metrics: Metrics
}

const jsonBytesMax = 1 << 20

/** Mounts the interfaces of all rooms on one origin. */
export async function createApp({ ground, tokens, requestLog, rooms, metrics }: AppContext): Promise<FastifyInstance> {
  const { config, database, logger } = ground
  const { network } = ground.ledger
  const send = pageSender(pageFacts(network, config), config.publicUrl)
  let isStopping = false
  const app = await createHttp({
    logger,
    metrics: new RequestMetrics(metrics.registry),
    traces: ground.tracing && new RequestTraces(ground.tracing),
    onAnswer: requestLog?.note,
    bodyLimit: jsonBytesMax,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    hstsSubdomains: config.hstsSubdomains,
    stopDelayMs: config.stopDelayMs,
    stopMs: config.stopMs,
    readMs: config.readMs,
    onStop: () => {
      isStopping = true
    },
    corsOrigins: config.corsOrigins,
    sendMissing: (reply) => sendMissing(reply, send),
    addLimits: (to) => limitRates(to, config.rateLimit),
  })
  logSecurity(app, logger, isPerson)
  await compressAnswers(app)
  const webhooks: Record<string, PathItem> = Object.assign({}, ...rooms.map((room) => room.webhooks))
  const description = await describeRoutes(app, { version, webhooks })
  const readinessProblems = async () => {
    if (isStopping) return ['The service is stopping']
    return (await Promise.all(rooms.map((room) => room.readiness?.() ?? []))).flat()
  }
  const warnings = async () => (await Promise.all(rooms.map((room) => room.warnings?.() ?? []))).flat()
  await app.register(healthRoutes, { metrics, metricsToken: config.metricsToken, readinessProblems, warnings })

  const { securityContact: contact, publicUrl } = config
  await app.register(securityTxt, { contact, publicUrl })

  const onRequest = requireSession(tokens)
  const onOperator = operatorsOnly(database)
  for (const room of rooms) await room.routes?.(app, onRequest, onOperator)
  const { given } = config
  await app.register(operatorServiceRoutes, { readinessProblems, warnings, given, onRequest, onOperator })
  const exporters = rooms.flatMap(({ exporter }) => exporter ?? [])
  await app.register(exportRoutes, { context: { database, network, exporters }, onRequest })
  await app.register((pages) => mountPages(pages, { send, rooms, description, config }))
  return app
}

/** Returns what every page knows of the service. */
function pageFacts(
  { name, isPrivate, chainId, contract }: NetworkInfo,
  { operatorName, imprintUrl, privacyUrl }: Config,
): PageFacts {
  return {
    network: { name, isPrivate, chain: caip2(chainId), contract: hexOf(contract) },
    operator: { name: operatorName, imprint: imprintUrl, privacy: privacyUrl },
  }
}

/** Sends the page that says that there is none. The error came from data, so the headers of pages are missing. */
function sendMissing(reply: FastifyReply, send: SendPage): Promise<FastifyReply> {
  varyByAccept(reply)
  reply.code(404).headers({ 'error-code': 'not_found', 'content-security-policy': pagePolicy })
  return send(reply, 'public', pageTexts(reply.request).missing)
}

interface PagesContext {
  send: SendPage
  rooms: readonly OpenRoom[]
  description: ApiDescription
  config: Config
}

/** Mounts what people look at: the API reference, the portal and the rooms' public pages. */
async function mountPages(pages: FastifyInstance, { send, rooms, description, config }: PagesContext): Promise<void> {
  await protectPages(pages)
  await tagAnswers(pages)
  await docsRoutes(pages, { description, publicUrl: config.publicUrl, send })
  await siteFiles(pages)
  await installing(pages, { operator: config.operatorName, isOffline: config.offlinePages })
  await portalPages(pages, { send })
  pages.get('/verify/widget', { schema: { hide: true } }, (request, reply) => {
    allowFrames(reply, config.embedOrigins)
    return send(reply, 'public', pageTexts(request).verify)
  })
  for (const room of rooms) await room.pages?.(pages, (reply, preview) => send(reply, 'public', preview))
}

/** Refuses requests over the operator's limits. A limit that is off adds nothing to a request. */
function limitRates(app: FastifyInstance, { account, address }: Config['rateLimit']): void {
  if (address > 0) {
    const limit = new RateLimit(address)
    app.addHook('onRequest', (request, _reply, done) => {
      const wait = probes.has(request.routeOptions.url ?? '') ? 0 : limit.waitS(networkOf(request.ip))
      done(wait > 0 ? tooManyRequests(wait) : undefined)
    })
  }
  if (account > 0) {
    const limit = new RateLimit(account)
    // After the routes' own onRequest, which sets the session, and before the body is read.
    app.addHook('preParsing', (request, _reply, _payload, done) => {
      const session = (request as FastifyRequest & { session?: { accountId: string } }).session
      const wait = session ? limit.waitS(session.accountId) : 0
      done(wait > 0 ? tooManyRequests(wait) : null)
    })
  }
}
