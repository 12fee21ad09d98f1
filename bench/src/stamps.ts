import { type LoadResult, load, median, requireSuccess } from './load.js'
import { residentMiB } from './memory.js'
import { replyHeaders, startNoop, startService, type Target } from './processes.js'
import { decimals, table } from './table.js'

/** Duration and repetitions of the measurement. */
export interface StampsOptions {
  connections: readonly number[]
  rounds: number
  warmupMs: number
  measureMs: number
  /** Options of Node for the service, such as `--cpu-prof`. */
  nodeOptions: readonly string[]
}

/** Measures stamps and the no-op in turn, so that noise of the machine affects both. Returns a Markdown table. */
export async function benchStamps(options: StampsOptions): Promise<string> {
  const service = await startService(options.nodeOptions)
  let noop: Target | undefined
  try {
    noop = await startNoop(await replyHeaders(service))
    const rows: string[][] = []
    for (const connections of options.connections) rows.push(await measure(noop, service, connections, options))
    const memory = await residentMiB(service.pid)
    const head = ['connections', 'stamps/s', 'p50 ms', 'p99 ms', 'no-op/s', 'stamps ÷ no-op']
    return `${table(head, rows)}\n\nResident memory of the service at the end: ${memory?.toFixed(0) ?? 'unknown'} MiB.`
  } finally {
    await noop?.stop()
    await service.stop()
  }
}

async function measure(noop: Target, service: Target, connections: number, options: StampsOptions): Promise<string[]> {
  const { warmupMs, measureMs } = options
  const once = async ({ port, token }: Target): Promise<LoadResult> =>
    requireSuccess(await load({ port, token, path: '/hash', connections, warmupMs, measureMs }))
  const baseline: LoadResult[] = []
  const stamps: LoadResult[] = []
  for (let round = 0; round < options.rounds; round++) {
    baseline.push(await once(noop))
    stamps.push(await once(service))
  }
  const ratios = stamps.map(({ perSecond }, i) => perSecond / (baseline[i]?.perSecond ?? Number.NaN))
  return [
    String(connections),
    median(stamps.map(({ perSecond }) => perSecond)).toFixed(0),
    decimals(median(stamps.map(({ p50Ms }) => p50Ms))),
    decimals(median(stamps.map(({ p99Ms }) => p99Ms))),
    median(baseline.map(({ perSecond }) => perSecond)).toFixed(0),
    `${(median(ratios) * 100).toFixed(0)} %`,
  ]
}
