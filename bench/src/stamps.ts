import { type LoadResult, load, median, requireSuccess } from './load.js'
import { residentMiB } from './memory.js'
import { replyHeaders, type Service, startFloor, startNoop, startService, type Target } from './processes.js'
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

/** Measures stamps, the floor and the no-op in turn, so that noise of the machine affects all. Returns a Markdown table. */
export async function benchStamps(options: StampsOptions): Promise<string> {
  const started: Target[] = []
  try {
    const service = await startService(options.nodeOptions)
    started.push(service)
    const headers = await replyHeaders(service)
    const [floor, noop] = [await startFloor(headers), await startNoop(headers)]
    started.push(floor, noop)
    const rows: string[][] = []
    for (const connections of options.connections)
      rows.push(await measure({ service, floor, noop }, connections, options))
    const memory = await residentMiB(service.pid)
    const head = [
      ...['connections', 'stamps/s', 'p50 ms', 'p99 ms', 'longest stall ms', 'floor/s', 'no-op/s'],
      ...['stamps ÷ floor', 'stamps ÷ no-op'],
    ]
    return `${table(head, rows)}\n\nResident memory of the service at the end: ${memory?.toFixed(0) ?? 'unknown'} MiB.`
  } finally {
    for (const one of started.reverse()) await one.stop()
  }
}

async function measure(
  { service, floor, noop }: { service: Service; floor: Target; noop: Target },
  connections: number,
  { warmupMs, measureMs, rounds }: StampsOptions,
): Promise<string[]> {
  const once = async ({ port, token }: Target): Promise<LoadResult> =>
    requireSuccess(await load({ port, token, path: '/hash', connections, warmupMs, measureMs }))
  const results = { noop: [] as LoadResult[], floor: [] as LoadResult[], stamps: [] as LoadResult[] }
  const stalls: number[] = []
  for (let round = 0; round < rounds; round++) {
    results.noop.push(await once(noop))
    results.floor.push(await once(floor))
    await service.longestStallMs()
    results.stamps.push(await once(service))
    stalls.push(await service.longestStallMs())
  }
  const { stamps } = results
  const rate = (of: readonly LoadResult[]) => median(of.map(({ perSecond }) => perSecond)).toFixed(0)
  const share = (of: readonly LoadResult[]) => {
    const ratios = stamps.map(({ perSecond }, at) => perSecond / (of[at]?.perSecond ?? Number.NaN))
    return `${(median(ratios) * 100).toFixed(0)} %`
  }
  return [
    ...[String(connections), rate(stamps)],
    ...[decimals(median(stamps.map(({ p50Ms }) => p50Ms))), decimals(median(stamps.map(({ p99Ms }) => p99Ms)))],
    decimals(Math.max(...stalls)),
    ...[rate(results.floor), rate(results.noop), share(results.floor), share(results.noop)],
  ]
}
