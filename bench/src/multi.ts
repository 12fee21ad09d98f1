import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { type LoadResult, load, median, requireSuccess } from './load.js'
import { type Service, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Amount of work to measure. */
export interface MultiOptions {
  /** Hashes in one request. */
  items: number
  rounds: number
  /** Connections that send single stamps alongside. */
  connections: number
}

const singleMs = 3_000

function body(items: number): string {
  const hash = () => randomBytes(32).toString('hex')
  return JSON.stringify(Array.from({ length: items }, (_, i) => ({ hash: hash(), filename: `file-${i}.pdf` })))
}

/** Sends one multi-stamp, of `file-0.pdf`, `file-1.pdf` …; returns the seconds it took. */
export async function multiStamp({ port, token }: Service, items: number): Promise<number> {
  const sent = body(items)
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/multi-stamp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: sent,
  })
  const answer = await response.text()
  const seconds = (performance.now() - from) / 1000
  if (response.status !== 200) throw new Error(`multi-stamp answered ${response.status}: ${answer.slice(0, 200)}`)
  return seconds
}

/** Measures multi-stamps, and single stamps alone and alongside. Returns two Markdown tables. */
export async function benchMulti({ items, rounds, connections }: MultiOptions): Promise<string> {
  const service = await startService()
  try {
    await multiStamp(service, Math.ceil(items / 10))
    const alone: number[] = []
    for (let round = 0; round < rounds; round++) alone.push(await multiStamp(service, items))
    const singles = async (warmupMs: number, measureMs: number): Promise<LoadResult> => {
      const { port, token } = service
      return requireSuccess(await load({ port, token, path: '/hash', connections, warmupMs, measureMs }))
    }
    const quiet = await singles(500, singleMs)
    const busy = singles(0, singleMs)
    const until = performance.now() + singleMs
    while (performance.now() < until) await multiStamp(service, items)
    const seconds = median(alone)
    const throughput = table(
      ['hashes in a request', 'seconds', 'hashes/s'],
      [[String(items), decimals(seconds), (items / seconds).toFixed(0)]],
    )
    const row = (name: string, { perSecond, p50Ms, p99Ms, maxMs }: LoadResult) => [
      name,
      perSecond.toFixed(0),
      decimals(p50Ms),
      decimals(p99Ms),
      decimals(maxMs),
    ]
    const latency = table(
      [`single stamps, ${connections} connections`, 'stamps/s', 'p50 ms', 'p99 ms', 'max ms'],
      [row('alone', quiet), row('alongside multi-stamps', await busy)],
    )
    return `${throughput}\n\n${latency}`
  } finally {
    await service.stop()
  }
}
