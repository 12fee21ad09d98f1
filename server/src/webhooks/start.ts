import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import { type Loop, startLoop } from '../base/loop.js'
import type { NetworkInfo } from '../ledger/proof.js'
import { type DeliverContext, Deliverer } from './deliver.js'
import { expandIntervalMs, expandSome } from './expand.js'
import { Guard } from './guard.js'
import type { WebhooksRoom } from './room.js'
import { secretKeyOf } from './secret.js'
import type { TargetPolicy } from './target.js'
import { tidyIntervalMs, tidyWebhooks } from './tidy.js'

/** What webhooks stand on. */
export interface WebhooksOptions {
  database: Database
  network: NetworkInfo
  masterKey: Uint8Array
  settings: TargetPolicy & { connections: number; logDays: number }
  /** Does this process deliver? */
  isWorker: boolean
  onDisabled: DeliverContext['onDisabled']
  logger: Logger
}

/** The webhooks of this process: their routes' room, and the loops that make, send and forget deliveries. */
export interface Webhooks {
  room: WebhooksRoom
  stop(): Promise<void>
}

/** Starts the loops of a process. Processes share the work through PostgreSQL alone. */
export function startWebhooks(options: WebhooksOptions): Webhooks {
  const { database, network, settings, isWorker, onDisabled, logger } = options
  const secretKey = secretKeyOf(options.masterKey)
  const loops: Loop[] = []
  let deliverer: Deliverer | undefined
  let tidying: Loop | undefined
  if (isWorker) {
    const { connections, logDays } = settings
    const sending = Deliverer.start({
      database,
      guard: new Guard(settings),
      secretKey,
      connections,
      onDisabled,
      logger,
    })
    let isStopping = false
    const expand = async () => {
      for (let made: number | null = 0; made !== null && !isStopping; ) {
        made = await expandSome({ database, network, logDays })
        if (made) sending.wake()
      }
    }
    const expanding = startLoop({ name: 'webhook-events', step: expand, idleMs: expandIntervalMs, logger })
    const tidy = () => tidyWebhooks(database, logDays)
    tidying = startLoop({ name: 'webhook-tidy', step: tidy, idleMs: tidyIntervalMs, logger })
    loops.push(tidying, {
      ...expanding,
      stop() {
        isStopping = true
        return expanding.stop()
      },
    })
    deliverer = sending
  }
  return {
    room: {
      database,
      chainId: network.chainId,
      secretKey,
      policy: settings,
      onWaiting: () => deliverer?.wake(),
      onDeleted: () => tidying?.wake(),
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await deliverer?.stop()
    },
  }
}
