import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import type { NetworkInfo } from '../ledger/proof.js'
import type { WebhooksRoom } from './room.js'
import { secretKeyOf } from './secret.js'
import { keepThread, type ThreadData } from './thread-keeper.js'

/** What webhooks stand on. */
export interface WebhooksOptions extends Pick<ThreadData, 'databaseUrl' | 'settings' | 'mail'> {
  database: Database
  network: NetworkInfo
  masterKey: Uint8Array
  /** How many stamps this process has taken since its start. */
  stampsTaken(): number
  /** Does this process deliver? */
  isWorker: boolean
  logger: Logger
}

/** The webhooks of this process: their routes' room, and the thread that makes, sends and forgets deliveries. */
export interface Webhooks {
  room: WebhooksRoom
  stop(): Promise<void>
}

/** Starts the thread of a process. Processes share the work through PostgreSQL alone. */
export function startWebhooks(options: WebhooksOptions): Webhooks {
  const { database, databaseUrl, network, settings, mail, isWorker, logger } = options
  const { chainId } = network
  const secretKey = secretKeyOf(options.masterKey)
  const data = { databaseUrl, network, secretKey, settings, mail, logLevel: logger.level }
  const thread = isWorker ? keepThread(data, options.stampsTaken, logger) : undefined
  return {
    room: {
      database,
      chainId,
      secretKey,
      policy: settings,
      onWaiting: () => thread?.post('dispatch'),
      onDeleted: () => thread?.post('tidy'),
    },
    stop: async () => thread?.stop(),
  }
}
