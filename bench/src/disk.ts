import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Duration of one sync of the disk, in ms. */
export interface DiskTimes {
  p99Ms: number
  maxMs: number
}

const everyMs = 100
const block = Buffer.alloc(4096, 1)
/** The file is written again from its start, so that it does not grow. */
const blocks = 256

/** Writes 4 KiB and syncs them, ten times a second, until ended: what the disk itself does while a load runs. */
export async function measureDisk(): Promise<{ end(): Promise<DiskTimes> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-disk-'))
  const file = await open(join(folder, 'blocks'), 'w')
  const times: number[] = []
  let isOver = false
  const run = async () => {
    for (let at = 0; !isOver; at = (at + 1) % blocks) {
      const began = performance.now()
      await file.write(block, 0, block.length, at * block.length)
      await file.datasync()
      times.push(performance.now() - began)
      await sleep(everyMs)
    }
  }
  const running = run()
  return {
    async end() {
      isOver = true
      await running
      await file.close()
      await rm(folder, { recursive: true })
      times.sort((a, b) => a - b)
      return { p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, maxMs: times.at(-1) ?? 0 }
    },
  }
}
