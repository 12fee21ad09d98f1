import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Mailer } from '../accounts/mail.js'
import { Database } from '../base/db.js'
import { createLogger } from '../base/log.js'
import { startLoop } from '../base/loop.js'
import { tellOwner } from './disabled-mail.js'
import { Dispatcher } from './dispatch.js'
import { expandIntervalMs, expandSome } from './expand.js'
import { Guard } from './guard.js'
import type { ThreadData, ThreadOrder } from './thread-keeper.js'
import { tidyIntervalMs, tidyWebhooks } from './tidy.js'

// The thread of webhooks, see thread-keeper.ts: makes deliveries of what befell batches, sends them, and forgets them.

/** Stamps go first when both want the processor. Only Linux knows priorities of threads. */
const niceness = 10

const { databaseUrl, network, secretKey, settings, mail, logLevel } = workerData as ThreadData
if (process.platform === 'linux') setPriority(niceness)
const logger = createLogger(logLevel)
const open = (connectionsMax: number, isRepeatable: boolean) =>
  new Database({
    url: databaseUrl,
    connectionsMax,
    isRepeatable,
    onIdleError: (error) => logger.warn({ err: error }, 'an idle database connection was lost'),
  })
// A delivery is made under its one id: that must not be lost once it is sent. What came of sending may be: it is sent again.
const making = open(2, false)
const sending = open(3, true)
const mailer = new Mailer({ db: sending, logger, ...mail })

const { connections, logDays } = settings
const deliverer = Dispatcher.start({
  database: sending,
  guard: new Guard(settings),
  secretKey,
  connections,
  onDisabled: (tx, webhook) => tellOwner(tx, mailer, webhook),
  logger,
})

/** Deliveries are made a little faster than they are sent: so they are there, and the processor is left to others. */
const madeForEachSent = 1.2
const stopping = new AbortController()
const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
let turn = 0
const expand = async () => {
  for (let made: number | null = 0; made !== null && !stopping.signal.aborted; ) {
    made = await expandSome({ database: making, network, logDays }, turn++ % 2 === 0 ? 'small' : 'large')
    if (!made) continue
    deliverer.wake()
    await pause((made * 1000) / (madeForEachSent * deliverer.perSecond))
  }
}
const expanding = startLoop({ name: 'webhook-events', step: expand, idleMs: expandIntervalMs, logger })
const tidy = () => tidyWebhooks(making, logDays)
const tidying = startLoop({ name: 'webhook-tidy', step: tidy, idleMs: tidyIntervalMs, logger })

async function stop() {
  stopping.abort()
  await Promise.all([expanding.stop(), tidying.stop()])
  await deliverer.stop()
  await Promise.all([making.close(), sending.close()])
}

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'deliver') deliverer.wake()
  else if (order === 'tidy') tidying.wake()
  else if (order === 'yield' || order === 'go on') deliverer.yield(order === 'yield')
  else
    stop()
      .catch((error: unknown) => logger.error({ err: error }, 'webhooks did not stop cleanly'))
      .finally(() => parentPort?.close())
})
