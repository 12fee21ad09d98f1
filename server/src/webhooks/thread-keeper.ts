import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { backoff } from '../base/loop.js'
import type { NetworkInfo } from '../ledger/proof.js'
import { Burst } from './burst.js'
import type { TargetPolicy } from './target.js'

/** What the thread of webhooks is given. */
export interface ThreadData {
  databaseUrl: string
  network: NetworkInfo
  /** Opens the secrets of webhooks. */
  secretKey: Uint8Array
  settings: TargetPolicy & { connections: number; logDays: number }
  /** How the owner of a webhook that was disabled is told. */
  mail: { key: Uint8Array; smtpUrl: string | undefined; from: string; show: boolean }
  logLevel: string
}

/** What it is told to do at once. */
export type ThreadOrder = 'deliver' | 'tidy' | 'yield' | 'go on' | 'stop'

/** The thread of this process. */
export interface KeptThread {
  tell(order: ThreadOrder): void
  stop(): Promise<void>
}

// The compiled one, also when this module is run from its source.
const program = fileURLToPath(new URL('../../dist/webhooks/thread.js', import.meta.url))

/**
 * A heap of its own, and a small one: what 100,000 deliveries leave behind is collected as it comes, instead of growing up to
 * what the main thread may have.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 }

const stopMsMax = 15_000
const lookMs = 250
/** A thread that ran this long did not fail at its start. */
const steadyMs = 60_000

/**
 * Makes and sends deliveries in a thread of its own, so that stamping does not wait for it. Should the thread fail it is started
 * again: it knows nothing that is not in the database, and what it had leased is taken over when the lease has run out.
 *
 * @param stampsTaken by this process since its start
 */
export function keepThread(data: ThreadData, stampsTaken: () => number, logger: Pick<Logger, 'error'>): KeptThread {
  const stopping = new AbortController()
  const { signal } = stopping
  let worker: Worker | undefined

  const run = async () => {
    for (let failures = 0; !signal.aborted; ) {
      const startedMs = performance.now()
      const thread = new Worker(program, { workerData: data, resourceLimits, name: 'webhooks' })
      worker = thread
      thread.on('error', (error) => logger.error({ err: error }, 'the thread of webhooks failed, and is started again'))
      await new Promise<void>((resolve) => thread.once('exit', () => resolve()))
      failures = performance.now() - startedMs > steadyMs ? 1 : failures + 1
      await sleep(backoff(failures), undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()

  const tell = (order: ThreadOrder) => worker?.postMessage(order)
  const burst = new Burst(stampsTaken(), performance.now())
  let isYielding = false
  const looking = setInterval(() => {
    const wasYielding = isYielding
    isYielding = burst.look(stampsTaken(), performance.now())
    // A quiet service is not woken four times a second to be told nothing new; a thread anew sends at its full pace until then.
    if (isYielding !== wasYielding) tell(isYielding ? 'yield' : 'go on')
  }, lookMs).unref()

  return {
    tell,
    async stop() {
      clearInterval(looking)
      stopping.abort()
      tell('stop')
      const timer = setTimeout(() => void worker?.terminate(), stopMsMax)
      await running
      clearTimeout(timer)
    },
  }
}
