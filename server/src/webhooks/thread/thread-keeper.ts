import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Proxies } from '../../base/outgoing/proxies.js'
import { ownFile } from '../../base/own-files.js'
import type { SealKeys } from '../../base/ring.js'
import { backoff } from '../../base/turns/loop.js'
import type { ClockConfig } from '../../clock/settings.js'
import type { NetworkInfo } from '../../ledger/proofs/proof.js'
import type { TargetPolicy } from '../guard/target.js'
import { Burst } from './burst.js'

/** Start data of the webhooks thread. */
export interface ThreadData {
  databaseUrl: string
  network: NetworkInfo
  /** Decrypts webhook secrets. */
  secretKeys: SealKeys
  settings: TargetPolicy & { connections: number; logDays: number }
  /** Through which receivers are reached. */
  proxies: Proxies | undefined
  /** For mails about disabled webhooks. */
  mail: { keys: SealKeys; smtpUrl: string | undefined; from: string; show: boolean }
  /** For what expires. */
  time: ClockConfig & { isOwnChain: boolean }
  logLevel: string
}

/** Messages to the thread. */
export type ThreadMessage = 'dispatch' | 'tidy' | 'yield' | 'resume' | 'stop'

/** Handle of this process's webhooks thread. */
export interface KeptThread {
  post(message: ThreadMessage): void
  stop(): Promise<void>
}

// The compiled program, also when this module runs from source.
const program = ownFile('dist/webhooks-thread.js')

/**
 * A small heap of its own, so that the garbage of 100,000 deliveries is collected early instead of growing to the main thread's
 * limit.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 }

const stopMsMax = 15_000
const watchMs = 250
/** A thread that ran this long didn't fail at its start: backoff starts over. */
const steadyMs = 60_000

/**
 * Runs webhooks in a thread, so that stamping doesn't wait for them. Restarts the thread when it fails: all its state is in the
 * database, and its leases expire.
 *
 * @param stampsTaken stamps accepted by this process since its start
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
      thread.on('error', (error) => logger.error({ err: error }, 'webhooks thread failed, restarting it'))
      await new Promise<void>((resolve) => thread.once('exit', () => resolve()))
      failures = performance.now() - startedMs > steadyMs ? 1 : failures + 1
      await sleep(backoff(failures), undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()

  const post = (message: ThreadMessage) => worker?.postMessage(message)
  const burst = new Burst(stampsTaken(), performance.now())
  let isYielding = false
  const watching = setInterval(() => {
    const wasYielding = isYielding
    isYielding = burst.observe(stampsTaken(), performance.now())
    // Posts changes only, so as not to wake a quiet thread four times a second. A restarted thread is unthrottled until then.
    if (isYielding !== wasYielding) post(isYielding ? 'yield' : 'resume')
  }, watchMs).unref()

  return {
    post,
    async stop() {
      clearInterval(watching)
      stopping.abort()
      post('stop')
      const timer = setTimeout(() => void worker?.terminate(), stopMsMax)
      await running
      clearTimeout(timer)
    },
  }
}
