import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Processor time of {@link work} on the reference machine, the one whose figures CONTRIBUTING.md gives. */
const referenceMs = 8.6

/** A fixed piece of what tests do most: objects, text, sorting, hashing. */
function work(): string {
  const rows = Array.from({ length: 4_000 }, (_, at) => ({
    at,
    name: `row ${(at * 7919) % 4_000}`,
    tags: [at, at + 1],
  }))
  let text = ''
  for (let round = 0; round < 4; round++) {
    rows.sort((a, b) => (a.name < b.name === (round % 2 === 0) ? -1 : 1))
    text = createHash('sha256').update(text).update(JSON.stringify(rows)).digest('hex')
  }
  return text
}

/** Processor times of {@link work}, in milliseconds, sorted. The first ones compile. */
function measured(): number[] {
  const rounds = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return rounds.sort((a, b) => a - b)
}

/**
 * How many times as long as the reference machine this one computes: 3.5 on a slow one. Measured once a run by the process that
 * starts the others, and handed down. `TEST_MACHINE` sets it.
 */
export const machineFactor = ((): number => {
  process.env.TEST_MACHINE ||= ((measured()[0] as number) / referenceMs).toFixed(2)
  const value = Number(process.env.TEST_MACHINE)
  if (!(value > 0)) throw new Error('TEST_MACHINE must be a number above 0.')
  return value
})()

/**
 * As {@link machineFactor}, measured at this moment, and at least that: beside others, which share its caches, a core needs more time
 * for the same work. For processor times that are compared with a limit.
 */
export function presentFactor(): number {
  return Math.max(1, machineFactor, (measured()[4] as number) / referenceMs)
}

/** Processes that want a core at this moment, for each core that the tests may use; at least 1. */
function crowd(): number {
  const cores = availableParallelism()
  try {
    const [, running = '1'] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'latin1')) ?? []
    return Math.max(1, Number(running) / cores)
  } catch {
    return Math.max(1, (loadavg()[0] ?? 1) / cores)
  }
}

/** How many times as long as on the idle reference machine something takes here, at this moment; at least 1. */
const slowdown = () => Math.max(1, machineFactor) * crowd()

/** Time between two readings that counts at most: what wasn't scheduled for longer didn't wait either. */
const gapMsMax = 1_000

/**
 * Counts machine seconds: a second of the idle reference machine, or as long as this one needs for the same work with what else it
 * does. Patience counted in them measures the product, not the machine. Read it several times a second.
 */
export class MachineClock {
  private seconds = 0
  private readAtMs = performance.now()

  /** Machine seconds since the clock was made. */
  read(): number {
    const nowMs = performance.now()
    this.seconds += Math.min(nowMs - this.readAtMs, gapMsMax) / 1000 / slowdown()
    this.readAtMs = nowMs
    return this.seconds
  }
}

/**
 * Returns a time limit for a setting or a library that wants one in milliseconds of wall time: `ms` of the reference machine, with
 * room for a machine that gets busier meanwhile.
 */
export function limitMs(ms: number): number {
  return Math.ceil(ms * Math.max(1, machineFactor) * Math.max(2, crowd()))
}

/** Describes the machine in a few words, for the head of a run and for failures. */
export function describeMachine(): string {
  const cores = availableParallelism()
  return `machine × ${machineFactor} on ${cores} ${cores === 1 ? 'core' : 'cores'}, load ${(loadavg()[0] ?? 0).toFixed(1)}`
}
