import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.js'
import { median } from './load.js'
import { residentMiB } from './memory.js'
import { startReceiver, startService } from './processes.js'
import { table } from './table.js'

/** Amount of work to measure. */
export interface BacklogOptions {
  /** Deliveries that wait. */
  items: number
}

const windowMs = 10_000
const pollMs = 250
const probeGapMs = 2_000
const settings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1' }

/** Inserts deliveries like the only one there is, all due, in one transaction. */
const fill = `
INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, batch_event_id, leaf_index, payload, next_at)
SELECT uuidv7(), webhook_id, account_id, event, subject_id, is_file, -1, i, payload,
       now() - ($1::bigint - i) * interval '1 microsecond'
  FROM deliveries, generate_series(1, $1::bigint) AS i`

/**
 * Measures how fast a backlog of one webhook is delivered to a receiver on this machine, and how long a delivery of another
 * account takes meanwhile. Returns a Markdown table.
 */
export async function benchBacklog({ items }: BacklogOptions): Promise<string> {
  const service = await startService([], settings)
  const client = await service.connect()
  const receivers = await Promise.all([startReceiver(), startReceiver()])
  const [large, small] = receivers
  const newWebhook = (token: string, port: number) =>
    ask<{ id: string }>({ port: service.port, token }, 'POST', '/v2/webhooks', {
      redirectUrl: `http://127.0.0.1:${port}/`,
      action: ['hash.succeed'],
    })
  try {
    await newWebhook(service.token, large.port)
    await ask(service, 'POST', '/hash', { hash: randomBytes(32).toString('hex') })
    while ((await large.count()) === 0) await sleep(pollMs)
    const other = { port: service.port, token: await service.login('other') }
    const { id: otherId } = await newWebhook(other.token, small.port)

    const isDone = { now: false }
    const probing = async () => {
      const times: number[] = []
      for (let sent = 1; !isDone.now; sent++) {
        const from = performance.now()
        await ask(other, 'POST', `/v2/webhooks/${otherId}/test`)
        while ((await small.count()) < sent) await sleep(1)
        times.push(performance.now() - from)
        await sleep(probeGapMs)
      }
      return times
    }
    await client.query(fill, [items])
    const [from, first] = [performance.now(), await large.count()]
    const probes = probing()
    let [slowest, largest] = [Number.POSITIVE_INFINITY, 0]
    for (let [at, before] = [from, first], count = first; count <= items; ) {
      await sleep(pollMs)
      largest = Math.max(largest, (await residentMiB(service.pid)) ?? 0)
      count = await large.count()
      const ms = performance.now() - at
      if (ms < windowMs) continue
      slowest = Math.min(slowest, ((count - before) * 1000) / ms)
      at += ms
      before = count
    }
    const perSecond = ((items + 1 - first) * 1000) / (performance.now() - from)
    isDone.now = true
    const times = await probes
    return table(
      [
        'deliveries waiting',
        'deliveries/s',
        'in the slowest 10 s',
        'peak resident memory, MiB',
        "another account's delivery, p50 ms",
        'max ms',
      ],
      [[items, perSecond, slowest, largest, median(times), Math.max(...times)].map((number) => number.toFixed(0))],
    )
  } finally {
    await client.end()
    for (const receiver of receivers) await receiver.stop()
    await service.stop()
  }
}
