import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { inOrder } from '../in-order.js'

/** A file as it was seen. */
export interface Seen {
  /** In the folder, with `/` between segments. */
  path: string
  size: number
  mtimeMs: number
}

interface Waiting {
  /** Null before the first look. */
  seen: Seen | null
  /** When it last changed, as far as is known. */
  sinceMs: number
}

const looksAtOnce = 32

/** Files that are new or have changed, until no one writes to them any more. */
export class Settling {
  private readonly folder: string
  private readonly settleMs: number
  private readonly waiting = new Map<string, Waiting>()

  constructor(folder: string, settleMs: number) {
    this.folder = folder
    this.settleMs = settleMs
  }

  get paths(): string[] {
    return [...this.waiting.keys()]
  }

  /** Takes a file that changes now. */
  changes(path: string): void {
    this.waiting.set(path, { seen: this.waiting.get(path)?.seen ?? null, sinceMs: performance.now() })
  }

  /** Takes a file that was found: it last changed at the time that it says, unless that is still to come. */
  found(seen: Seen): void {
    if (this.waiting.has(seen.path)) return
    const ageMs = Math.max(0, Date.now() - seen.mtimeMs)
    this.waiting.set(seen.path, { seen, sinceMs: performance.now() - ageMs })
  }

  /** Looks at the files, and returns those that have stayed the same for long enough. Forgets those that are gone. */
  async take(): Promise<Seen[]> {
    const settled: Seen[] = []
    const look = async (path: string) => ({ path, now: await see(this.folder, path) })
    for await (const { path, now } of inOrder(this.paths, looksAtOnce, look)) {
      const waiting = this.waiting.get(path)
      if (waiting === undefined) continue
      if (now === null) this.waiting.delete(path)
      else if (waiting.seen !== null && !isSame(now, waiting.seen))
        this.waiting.set(path, { seen: now, sinceMs: performance.now() })
      else if (performance.now() - waiting.sinceMs < this.settleMs) waiting.seen = now
      else {
        this.waiting.delete(path)
        settled.push(now)
      }
    }
    return settled
  }
}

/** Returns how a file is now; null when it isn't there. A link isn't a file. */
export async function see(folder: string, path: string): Promise<Seen | null> {
  const stats = await lstat(join(folder, path)).catch(() => null)
  return stats?.isFile() ? { path, size: stats.size, mtimeMs: stats.mtimeMs } : null
}

/** Whether a file has not changed between two looks. */
export const isSame = (a: Seen, b: Seen) => a.size === b.size && a.mtimeMs === b.mtimeMs
