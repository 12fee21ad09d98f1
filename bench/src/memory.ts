import { readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in MiB; undefined outside Linux. */
export function residentMiB(pid: number): Promise<number | undefined> {
  return mebibytesIn(pid, /^VmRSS:\s+(\d+) kB/m)
}

/** Returns the peak resident memory of a process in MiB; undefined outside Linux. */
export function peakMiB(pid: number): Promise<number | undefined> {
  return mebibytesIn(pid, /^VmHWM:\s+(\d+) kB/m)
}

/** Returns the memory of a process in MiB, what it shares divided by those who share it; 0 when it has ended. */
export async function ownMiB(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
}

async function mebibytesIn(pid: number, line: RegExp): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = line.exec(status)?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}
