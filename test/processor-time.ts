import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second of `/proc/PID/stat`, on every Linux that Node runs on. */
const ticks = 100

/** Time between two readings, in milliseconds: each reads of every process on the machine. */
const pauseMs = 1_000

/**
 * Adds up the processor time of this process and of everything it started. A process that ends without being waited for, as a browser's
 * do when it is killed, takes its time along: what was seen of it counts. So it is read every second.
 */
export class ProcessorTime {
  private seconds = 0
  private last = 0

  constructor() {
    setInterval(() => this.read(), pauseMs).unref()
  }

  /** Processor seconds so far. */
  read(): number {
    const now = processorSeconds()
    this.seconds += Math.max(0, now - this.last)
    this.last = now
    return this.seconds
  }
}

interface Usage {
  parent: number
  /** Of the process and of the children it has waited for, in ticks. */
  used: number
}

/**
 * Returns the processor time, user and system, of a process and of everything it started, ended or not, in seconds. Where there is no
 * `/proc`, only what this process used itself.
 */
export function processorSeconds(pid = process.pid): number {
  const usages = readUsages()
  if (usages.size === 0) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const children = new Map<number, number[]>()
  for (const [child, { parent }] of usages) children.set(parent, [...(children.get(parent) ?? []), child])
  let used = 0
  const tree = [pid]
  for (const one of tree) {
    used += usages.get(one)?.used ?? 0
    tree.push(...(children.get(one) ?? []))
  }
  return used / ticks
}

function readUsages(): Map<number, Usage> {
  const found = new Map<number, Usage>()
  for (const name of processNames()) {
    try {
      // The name in brackets may hold anything; fields are counted after it, the first being the third of proc(5).
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
      found.set(Number(name), { parent: parent ?? 0, used: times.reduce((sum, time) => sum + time, 0) })
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

function processNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
