import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.js'
import { load, median, requireSuccess } from './load.js'
import { residentMiB } from './memory.js'
import { startReceiver, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Amount of work to measure. */
export interface WebhooksOptions {
  /** Stamps in one request and one batch. */
  items: number
  rounds: number
  /** Connections that send single stamps alongside. */
  connections: readonly number[]
  measureMs: number
}

const pollMs = 200
/** Time after which a batch is final. */
const settleMs = 3_000
const settings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1' }

/**
 * Measures deliveries of one batch to a receiver on this machine, and single stamps alongside. Returns two Markdown tables.
 */
export async function benchWebhooks({ items, rounds, connections, measureMs }: WebhooksOptions): Promise<string> {
  const service = await startService([], settings)
  const receiver = await startReceiver()
  const stamps = (count: number) =>
    ask(
      service,
      'POST',
      '/multi-stamp',
      Array.from({ length: count }, (_, i) => ({ hash: randomBytes(32).toString('hex'), filename: `file-${i}.pdf` })),
    )
  const p50 = async (count: number) => {
    const { port, token } = service
    const options = { port, token, path: '/hash', connections: count, warmupMs: 500, measureMs }
    return requireSuccess(await load(options)).p50Ms
  }
  try {
    const redirectUrl = `http://127.0.0.1:${receiver.port}/`
    const { id } = await ask<{ id: string }>(service, 'POST', '/v2/webhooks', { redirectUrl, action: ['hash.succeed'] })
    await stamps(items)
    let largest = 0
    const poll = async () => {
      largest = Math.max(largest, (await residentMiB(service.pid)) ?? 0)
      return receiver.count()
    }
    while ((await poll()) === 0) await sleep(pollMs)
    const from = performance.now()
    const before = await receiver.count()
    // Memory taken by the request itself does not count.
    largest = 0
    while ((await poll()) < items) await sleep(pollMs)
    const perSecond = ((items - before) * 1000) / (performance.now() - from)

    /** Measures single stamps after a large batch, which alone has an effect, and the deliveries during that time. */
    const once = async (count: number, enabled: boolean) => {
      await ask(service, 'PATCH', `/v2/webhooks/${id}`, { enabled })
      const delivered = await receiver.count()
      await stamps(items)
      await sleep(settleMs)
      while (enabled && (await receiver.count()) === delivered) await sleep(pollMs)
      const [fromMs, first] = [performance.now(), await receiver.count()]
      const p50Ms = await p50(count)
      const rate = (((await receiver.count()) - first) * 1000) / (performance.now() - fromMs)
      for (let last = -1, now = await receiver.count(); now > last; now = await receiver.count()) {
        last = now
        await sleep(2_000)
      }
      return { p50Ms, rate }
    }
    const rows: string[][] = []
    for (const count of connections) {
      const alone: Awaited<ReturnType<typeof once>>[] = []
      const beside: typeof alone = []
      // In turn, so that noise of the machine affects both.
      for (let round = 0; round < rounds; round++) {
        alone.push(await once(count, false))
        beside.push(await once(count, true))
      }
      const [base, ms] = [median(alone.map(({ p50Ms }) => p50Ms)), median(beside.map(({ p50Ms }) => p50Ms))]
      const ratio = median(beside.map(({ p50Ms }, i) => p50Ms / (alone[i]?.p50Ms ?? Number.NaN)))
      const rate = median(beside.map(({ rate }) => rate))
      rows.push([String(count), decimals(base), decimals(ms), decimals(ratio), rate.toFixed(0)])
    }
    const first = table(
      ['stamps in one batch', 'deliveries/s', 'peak resident memory meanwhile, MiB'],
      [[String(items), perSecond.toFixed(0), largest.toFixed(0)]],
    )
    const head = ['single stamps, connections', 'p50 ms alone', 'p50 ms alongside', '÷', 'deliveries/s alongside']
    return `${first}\n\n${table(head, rows)}`
  } finally {
    await receiver.stop()
    await service.stop()
  }
}
