import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Mailer } from '../../accounts/mail/mail.js'
import { Database } from '../../base/database/db.js'
import { createLogger } from '../../base/telemetry/log.js'
import { startLoop } from '../../base/turns/loop.js'
import { ClockWatch } from '../../clock/watch.js'
import { tidyIntervalMs, tidyWebhooks } from '../deliveries/tidy.js'
import { expandIntervalMs, expandSome } from '../expand.js'
import { Guard } from '../guard/guard.js'
import { Dispatcher } from '../sending/dispatch.js'
import { notifyOwner } from './disabled-mail.js'
import type { ThreadData, ThreadMessage } from './thread-keeper.js'

// The webhooks thread (see thread-keeper.ts): makes deliveries from batch events, sends them, and erases old ones.

/** Stamps take precedence over deliveries. Only Linux has thread priorities. */
const niceness = 10

const { databaseUrl, network, secretKeys, settings, proxies, mail, time, logLevel } = workerData as ThreadData
if (process.platform === 'linux') setPriority(niceness)
const logger = createLogger(logLevel)
const open = (connectionsMax: number, isRepeatable: boolean) =>
  new Database({
    url: databaseUrl,
    connectionsMax,
    isRepeatable,
    onIdleError: (error) => logger.warn({ err: error }, 'lost an idle database connection'),
  })
// A delivery's id must survive once it is sent, so making them commits durably. Outcomes may be lost: the delivery is repeated.
const making = open(2, false)
const sending = open(3, true)
const mailer = new Mailer({ db: sending, logger, ...mail })

const { connections, logDays } = settings
const clock = new ClockWatch({ database: making, config: time, isOwnChain: time.isOwnChain, logger })
const dispatcher = Dispatcher.start({
  database: sending,
  guard: new Guard(settings, { proxies }),
  secretKeys,
  connections,
  clock,
  onDisabled: (tx, webhook) => notifyOwner(tx, mailer, webhook),
  logger,
})

/** Makes deliveries a little faster than they are sent: enough to keep sending busy, without hogging the processor. */
const madePerSent = 1.2
const stopping = new AbortController()
const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
let turn = 0
const expand = async () => {
  for (let made: number | null = 0; made !== null && !stopping.signal.aborted; ) {
    made = await expandSome({ database: making, network, logDays }, turn++ % 2 === 0 ? 'small' : 'large')
    if (!made) continue
    dispatcher.wake()
    await pause((made * 1000) / (madePerSent * dispatcher.perSecond))
  }
}
const expanding = startLoop({ name: 'webhook-events', step: expand, idleMs: expandIntervalMs, logger })
const tidy = () => tidyWebhooks(making, logDays, clock)
const tidying = startLoop({ name: 'webhook-tidy', step: tidy, idleMs: tidyIntervalMs, logger })

async function stop() {
  stopping.abort()
  await Promise.all([expanding.stop(), tidying.stop()])
  await dispatcher.stop()
  await Promise.all([making.close(), sending.close()])
}

parentPort?.on('message', (message: ThreadMessage) => {
  if (message === 'dispatch') dispatcher.wake()
  else if (message === 'tidy') tidying.wake()
  else if (message === 'yield' || message === 'resume') dispatcher.yield(message === 'yield')
  else
    stop()
      .catch((error: unknown) => logger.error({ err: error }, 'webhooks thread did not stop cleanly'))
      .finally(() => parentPort?.close())
})
