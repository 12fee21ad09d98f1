import type { AccountsRoom } from '../accounts/open.js'
import type { AccountsConfig } from '../accounts/settings.js'
import type { Ground, OpenRoom, Room } from '../base/room.js'
import type { ClockConfig } from '../clock/settings.js'
import type { Ledger } from '../ledger/ledger.js'
import type { LedgerConfig } from '../ledger/settings.js'
import { deliveryRoutes } from './deliveries/routes.js'
import { deliveriesDescribed } from './description.js'
import { eraseWebhooks } from './erase.js'
import { webhookExporter } from './export.js'
import { webhookMetrics } from './metrics.js'
import type { WebhooksRoom } from './room.js'
import { webhookRoutes } from './routes.js'
import { secretKeyOf } from './secret.js'
import type { WebhooksConfig } from './settings.js'
import { type KeptThread, keepThread } from './thread/thread-keeper.js'

type Needs = Ground<WebhooksConfig & AccountsConfig & ClockConfig & LedgerConfig> & { ledger: Ledger }

export const webhooks: Room<'webhooks', Needs, { accounts: AccountsRoom }, undefined> = {
  name: 'webhooks',
  open: openWebhooks,
}

async function openWebhooks(ground: Needs, { accounts }: { accounts: AccountsRoom }): Promise<OpenRoom<undefined>> {
  const { config, database, ledger, masterKey } = ground
  const secretKey = secretKeyOf(masterKey)
  const thread = config.roles.worker ? startThread(ground, accounts, secretKey) : undefined
  const room: WebhooksRoom = {
    database,
    chainId: ledger.network.chainId,
    secretKey,
    policy: config.webhooks,
    onWaiting: () => thread?.post('dispatch'),
    onStopped: () => thread?.post('tidy'),
  }
  return {
    shared: undefined,
    async routes(app, onRequest) {
      await app.register(webhookRoutes, { room, onRequest, prefix: '/v2' })
      await app.register(deliveryRoutes, { room, onRequest, prefix: '/v2' })
    },
    webhooks: deliveriesDescribed,
    exporter: webhookExporter(database),
    eraser: (accountId) => eraseWebhooks(database, accountId),
    metrics: (metrics) => webhookMetrics(metrics, database),
    stop: async () => thread?.stop(),
  }
}

/** Starts the thread that creates, sends and drops deliveries. Processes share the work through PostgreSQL alone. */
function startThread(ground: Needs, accounts: AccountsRoom, secretKey: Uint8Array): KeptThread {
  const { config, databaseUrl, isEmbedded, ledger, logger } = ground
  const { smtpUrl, mailFrom: from, proxies, webhooks: settings } = config
  const mail = { key: accounts.context.keys.mail, smtpUrl, from, show: isEmbedded }
  const { network, pool } = ledger
  const { clockToleranceMs, clockGapMs, rpcUrls } = config
  const time = { clockToleranceMs, clockGapMs, isOwnChain: rpcUrls === undefined }
  const data = { databaseUrl, network, secretKey, settings, proxies, mail, time, logLevel: logger.level }
  return keepThread(data, () => pool.recorded, logger)
}
