import { readdir, readFile } from 'node:fs/promises'

/** The programs of a running service: its own process, and those of the embedded database and chain. */
export type Program = 'service' | 'postgres' | 'chain'

/** A process of a running service. */
export interface ProgramProcess {
  pid: number
  program: Program
}

/** Returns the processes of the service `pid`, itself first. Linux only: elsewhere there is no `/proc` to read. */
export async function processesOf(pid: number): Promise<ProgramProcess[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
        const parent = Number(/\) \S (\d+) /.exec(await read('stat'))?.[1])
        return { pid: Number(name), parent, command: (await read('cmdline')).replaceAll('\0', ' ') }
      }),
  )
  const found = [pid]
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid))
  const descendants = found.flatMap((one): ProgramProcess[] => {
    const command = all.find((other) => other.pid === one && one !== pid)?.command ?? ''
    if (/\banvil\b/.test(command)) return [{ pid: one, program: 'chain' }]
    return /\bpostgres\b/.test(command) ? [{ pid: one, program: 'postgres' }] : []
  })
  return [{ pid, program: 'service' }, ...descendants]
}
