import type { AccountsRoom } from '../accounts/open.js'
import type { AccountsConfig } from '../accounts/settings.js'
import type { SealKeys } from '../base/ring.js'
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
import { sealedSecrets, secretKeysOf } from './secret.js'
import type { WebhooksConfig } from './settings.js'
import { type KeptThread, keepThread } from './thread/thread-keeper.js'

type Needs = Ground<WebhooksConfig & AccountsConfig & ClockConfig & LedgerConfig> & { ledger: Ledger }

export const webhooks: Room<'webhooks', Needs, { accounts: AccountsRoom }, undefined> = {
  name: 'webhooks',
  open: openWebhooks,
}

async function openWebhooks(ground: Needs, { accounts }: { accounts: AccountsRoom }): Promise<OpenRoom<undefined>> {
  const { config, database, ledger, masterKey } = ground
  const secretKeys = secretKeysOf(masterKey)
  const thread = config.roles.worker ? startThread(ground, accounts, secretKeys) : undefined
  const room: WebhooksRoom = {
    database,
    chainId: ledger.network.chainId,
    secretKeys,
    policy: config.webhooks,
    onWaiting: () => thread?.post('dispatch'),
    onStopped: () => thread?.post('tidy'),
  }
  return {
    shared: undefined,
    sealed: sealedSecrets(database, secretKeys),
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
function startThread(ground: Needs, accounts: AccountsRoom, secretKeys: SealKeys): KeptThread {
  const { config, databaseUrl, isEmbedded, ledger, logger } = ground
  const { smtpUrl, mailFrom: from, proxies, webhooks: settings } = config
  const mail = { keys: accounts.context.keys.mail, smtpUrl, from, show: isEmbedded }
  const { network, pool } = ledger
  const { clockToleranceMs, clockGapMs, rpcUrls } = config
  const time = { clockToleranceMs, clockGapMs, isOwnChain: rpcUrls === undefined }
  const data = { databaseUrl, network, secretKeys, settings, proxies, mail, time, logLevel: logger.level }
  return keepThread(data, () => pool.recorded, logger)
}
