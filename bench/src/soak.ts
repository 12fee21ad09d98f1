import { measureDisk } from './disk.js'
import { type LoadResult, load, median, requireSuccess } from './load.js'
import { ownMiB } from './memory.js'
import { type Service, startService } from './processes.js'
import { type Program, processesOf } from './programs.js'
import { decimals, table } from './table.js'

/** How long, and how hard. */
export interface SoakOptions {
  minutes: number
  connections: number
}

/** Memory of the service's programs, in MiB. */
type Memory = Record<Program, number>

type Minute = LoadResult & Memory & { diskP99Ms: number; diskMaxMs: number }

const calibrationMs = 20_000
const minuteMs = 60_000
const rowsMax = 12

/** Sends single stamps at half of what the service takes, and looks at latency and memory. Returns Markdown. */
export async function benchSoak({ minutes, connections }: SoakOptions): Promise<string> {
  const service = await startService()
  try {
    const send = async (measureMs: number, perSecond?: number) => {
      const { port, token } = service
      const pace = perSecond === undefined ? {} : { perSecond }
      return requireSuccess(
        await load({ port, token, path: '/hash', connections, warmupMs: 2_000, measureMs, ...pace }),
      )
    }
    const { perSecond } = await send(calibrationMs)
    const passed: Minute[] = []
    while (passed.length < minutes) {
      const disk = await measureDisk()
      const sent = await send(minuteMs - 2_000, perSecond / 2)
      const { p99Ms: diskP99Ms, maxMs: diskMaxMs } = await disk.end()
      passed.push({ ...sent, ...(await memoryOf(service)), diskP99Ms, diskMaxMs })
      process.stderr.write(`${JSON.stringify(passed.at(-1))}\n`)
    }
    return report(perSecond, passed)
  } finally {
    await service.stop()
  }
}

function report(capacity: number, passed: readonly Minute[]): string {
  const step = Math.ceil(passed.length / rowsMax)
  const groups = Array.from({ length: Math.ceil(passed.length / step) }, (_, at) =>
    passed.slice(at * step, (at + 1) * step),
  )
  const most = (group: readonly Minute[], of: keyof Memory) => Math.max(...group.map((one) => one[of]))
  const rows = groups.map((group, at) => [
    `${at * step + 1} to ${at * step + group.length}`,
    median(group.map((one) => one.perSecond)).toFixed(0),
    decimals(median(group.map((one) => one.p50Ms))),
    decimals(median(group.map((one) => one.p99Ms))),
    Math.max(...group.map((one) => one.maxMs)).toFixed(0),
    decimals(median(group.map((one) => one.diskP99Ms))),
    Math.max(...group.map((one) => one.diskMaxMs)).toFixed(0),
    ...(['service', 'postgres', 'chain'] as const).map((name) => most(group, name).toFixed(0)),
  ])
  // Caches fill in the first quarter.
  const quarter = Math.ceil(passed.length / 4)
  const [early, late] = [passed.slice(quarter, 2 * quarter), passed.slice(-quarter)]
  const growth = (['service', 'postgres', 'chain'] as const).map(
    (name) => `${name} ${decimals(most(late, name) / most(early, name))}`,
  )
  const p99 = (group: readonly Minute[]) => median(group.map((one) => one.p99Ms))
  const times = ['p50 ms', 'p99 ms', 'max ms', 'disk p99 ms', 'disk max ms']
  const head = ['minutes', 'stamps/s', ...times, 'service MiB', 'PostgreSQL MiB', 'chain MiB']
  return [
    `Capacity ${capacity.toFixed(0)} stamps/s; sent ${passed.reduce((sum, one) => sum + one.requests, 0)} stamps at half of it.`,
    table(head, rows),
    `The last quarter ÷ the second: memory ${growth.join(', ')}; p99 ${decimals(p99(late) / p99(early))}.`,
  ].join('\n\n')
}

async function memoryOf({ pid }: Service): Promise<Memory> {
  const memory = { service: 0, postgres: 0, chain: 0 }
  for (const { pid: one, program } of await processesOf(pid)) memory[program] += await ownMiB(one)
  return memory
}
