import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadResult, load, median, requireSuccess } from './load.js'
import { residentMiB } from './memory.js'
import { type Service, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Amount of work to measure. */
export interface BulksOptions {
  /** Hashes in one request. */
  items: number
  /** Requests of one account at the same time. */
  bulks: number
  /** Connections of another account, which sends single stamps. */
  connections: number
  rounds: number
  /** Minimum time of a measurement. */
  measureMs: number
}

const sampleMs = 20
const warmupMs = 500

function body(items: number): Buffer {
  const hashes = randomBytes(32 * items).toString('hex')
  const item = (_: unknown, i: number) => ({ hash: hashes.slice(64 * i, 64 * (i + 1)), filename: `file-${i}.pdf` })
  return Buffer.from(JSON.stringify(Array.from({ length: items }, item)))
}

/** Sends a multi-stamp, reads the answer without keeping it, and repeats it after a 429. */
async function multiStamp({ port, token }: Pick<Service, 'port' | 'token'>, sent: Buffer): Promise<void> {
  // Not fetch, which gives up after five minutes without an answer.
  const post = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/multi-stamp',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': sent.length },
  })
  post.end(sent)
  const [answer] = (await once(post, 'response')) as [IncomingMessage]
  for await (const _ of answer);
  if (answer.statusCode === 200) return
  if (answer.statusCode !== 429) throw new Error(`a multi-stamp was answered with ${answer.statusCode}`)
  await sleep(1000 * Number(answer.headers['retry-after']))
  return multiStamp({ port, token }, sent)
}

/** One round: single stamps alone, then during `bulks` multi-stamps. */
async function measure(service: Service, other: string, { items, bulks, connections, measureMs }: BulksOptions) {
  const singles = async (ms: number): Promise<LoadResult> =>
    requireSuccess(
      await load({ port: service.port, token: other, path: '/hash', connections, warmupMs, measureMs: ms }),
    )
  const bodies = Array.from({ length: bulks }, () => body(items))
  const alone = await singles(measureMs)
  let isOver = false
  let residentMax = 0
  const sampled = (async () => {
    for (; !isOver; await sleep(sampleMs)) residentMax = Math.max(residentMax, (await residentMiB(service.pid)) ?? 0)
  })()
  const from = performance.now()
  const sent = Promise.all(bodies.map((one) => multiStamp(service, one))).then(() => performance.now() - from)
  const alongside: LoadResult[] = []
  let isSent = false
  void sent.finally(() => {
    isSent = true
  })
  while (!isSent) alongside.push(await singles(measureMs))
  const seconds = (await sent) / 1000
  isOver = true
  await sampled
  // The last one may have begun as the bulks ended.
  if (alongside.length > 1) alongside.pop()
  return { alone, alongside, perSecond: (items * bulks) / seconds, residentMax }
}

/** Measures memory, and single stamps of one account during multi-stamps of another. Returns two Markdown tables. */
export async function benchBulks(options: BulksOptions): Promise<string> {
  const service = await startService()
  try {
    const other = await service.login('other')
    const rounds: Awaited<ReturnType<typeof measure>>[] = []
    for (let round = 0; round < options.rounds; round++) rounds.push(await measure(service, other, options))
    const bulks = rounds.map(({ perSecond, residentMax }, at) => [
      ...[String(at + 1), `${options.bulks} × ${options.items}`],
      ...[perSecond.toFixed(0), residentMax.toFixed(0)],
    ])
    const row = (name: string, results: LoadResult[]) => [
      name,
      median(results.map((one) => one.perSecond)).toFixed(0),
      ...[decimals(median(results.map((one) => one.p50Ms))), decimals(median(results.map((one) => one.p99Ms)))],
      decimals(Math.max(...results.map((one) => one.maxMs))),
    ]
    const latency = rounds.flatMap(({ alone, alongside }, at) => [
      row(`round ${at + 1}, alone`, [alone]),
      row(`round ${at + 1}, alongside`, alongside),
    ])
    const ratio = median(rounds.map(({ alone, alongside }) => median(alongside.map((one) => one.p99Ms)) / alone.p99Ms))
    return [
      table(['round', 'multi-stamps at once', 'hashes/s', 'peak resident memory, MiB'], bulks),
      table(
        [
          `single stamps of another account, ${options.connections} connections`,
          'stamps/s',
          'p50 ms',
          'p99 ms',
          'max ms',
        ],
        latency,
      ),
      `p99 alongside ÷ alone: ${decimals(ratio)}`,
    ].join('\n\n')
  } finally {
    await service.stop()
  }
}
