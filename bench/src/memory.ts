import { readFile } from 'node:fs/promises'

/** The resident memory of a process, MiB (Linux; elsewhere undefined). */
export async function residentMiB(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}
