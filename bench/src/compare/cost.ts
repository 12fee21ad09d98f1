import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type Program, processesOf } from '../programs.js'

/** A process's use since its start. */
interface Use {
  program: Program
  /** User and system, of its ended children too. */
  seconds: number
  /** Minor page faults: memory that the kernel had to hand out. */
  faults: number
}

/** The use of a service between two looks. */
export interface Cost {
  /** Processor time, user and system, by program. */
  seconds: Record<Program, number>
  /** Page faults of the PostgreSQL process that worked most: the one that commits the batches. */
  faults: number
}

/** Looks at a service, and returns what it has used since whenever asked. */
export async function startCounting(pid: number): Promise<() => Promise<Cost>> {
  const before = await usesOf(pid)
  return async () => {
    const cost: Cost = { seconds: { service: 0, postgres: 0, chain: 0 }, faults: 0 }
    let most = 0
    for (const [process, { program, seconds, faults }] of await usesOf(pid)) {
      const earlier = before.get(process)
      // A process that began meanwhile began with nothing.
      const used = seconds - (earlier?.seconds ?? 0)
      cost.seconds[program] += used
      if (program !== 'postgres' || used < most) continue
      most = used
      cost.faults = faults - (earlier?.faults ?? 0)
    }
    return cost
  }
}

async function usesOf(pid: number): Promise<Map<number, Use>> {
  const processes = await processesOf(pid)
  const uses = processes.map(async ({ pid, program }): Promise<[number, Use]> => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return [pid, { program, ...useIn(stat) }]
  })
  return new Map(await Promise.all(uses))
}

const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Reads `/proc/PID/stat`, as proc(5) has it. Its second field, the name, may contain anything, so fields count from behind it. */
function useIn(stat: string): Omit<Use, 'program'> {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (field: number) => Number(fields[field - 3] ?? 0)
  const ticks = at(14) + at(15) + at(16) + at(17)
  return { seconds: ticks / ticksPerSecond(), faults: at(10) }
}
