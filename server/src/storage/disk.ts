import { createHash, randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '../base/durable.js'
import { orNull, told } from './disk-errors.js'
import { assertKey, assertRange, type BlobInfo, BlobMissingError, type BlobStore } from './store.js'
import { writeWhole } from './write.js'

/** Bytes read at a time. */
const readBytes = 256 << 10
/** No upload that runs is without a byte for so long. */
const abandonedMsDefault = 6 * 3_600_000

/**
 * Keeps objects in a folder: `objects/<two hex digits of the key's SHA-256>/<key, with + for />`. They are written in `aside/`,
 * on the same filesystem, flushed, and renamed into their place. Several processes can share the folder.
 */
export class DiskStore implements BlobStore {
  private readonly objects: string
  private readonly aside: string

  private constructor(folder: string) {
    this.objects = join(folder, 'objects')
    this.aside = join(folder, 'aside')
  }

  /** Opens the store and makes its folders. @throws the error of the filesystem when it does not allow that */
  static async open(folder: string): Promise<DiskStore> {
    const store = new DiskStore(folder)
    await mkdir(store.aside, { recursive: true, mode: 0o700 })
    await mkdir(store.objects, { recursive: true, mode: 0o700 })
    for (let shard = 0; shard < 256; shard++)
      await mkdir(join(store.objects, shardName(shard)), { recursive: true, mode: 0o700 })
    for (const changed of [store.objects, folder, dirname(folder)]) await syncFolder(changed)

    return store
  }

  async put(
    key: string,
    source: AsyncIterable<Uint8Array>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<{ size: number }> {
    const path = this.pathOf(key)
    const written = await this.writeAside(source, signal)
    await told(this.place(written.path, path), () => rm(path, { force: true }))
    return { size: written.size }
  }

  async replace(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.pathOf(key)
    const written = await this.writeAside(source)
    await told(this.place(written.path, path))
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    if (range) assertRange(range)
    const path = this.pathOf(key)
    const file = await told(orNull(open(path, 'r')))
    if (!file) throw new BlobMissingError(key)
    try {
      const { size } = await told(file.stat())
      if (range && range.start >= size)
        throw new RangeError(`byte ${range.start} is behind the ${size} bytes of ${key}`)
      return file.createReadStream({ ...range, highWaterMark: readBytes })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async size(key: string): Promise<number | null> {
    return (await told(orNull(stat(this.pathOf(key)))))?.size ?? null
  }

  async delete(keys: readonly string[]): Promise<void> {
    const paths = keys.map((key) => this.pathOf(key))
    for (const path of paths) await told(orNull(unlink(path)))
    for (const folder of new Set(paths.map(dirname))) await told(syncFolder(folder))
  }

  async *list(prefix = ''): AsyncGenerator<BlobInfo, void, undefined> {
    for (const shard of await told(readdir(this.objects))) {
      for await (const { name } of await told(opendir(join(this.objects, shard)))) {
        const key = name.replaceAll('+', '/')
        if (!key.startsWith(prefix)) continue
        const stats: Stats | null = await told(orNull(stat(join(this.objects, shard, name))))
        if (stats?.isFile()) yield { key, size: stats.size, modifiedAt: stats.mtime }
      }
    }
  }

  async sweep(abandonedMs = abandonedMsDefault): Promise<number> {
    let swept = 0
    for (const name of await told(readdir(this.aside))) {
      const path = join(this.aside, name)
      const stats = await told(orNull(stat(path)))
      if (!stats || !(isOfDeadProcess(name) || Date.now() - stats.mtimeMs > abandonedMs)) continue
      await told(orNull(unlink(path)))
      swept++
    }
    return swept
  }

  async readinessProblems(): Promise<string[]> {
    const path = join(this.aside, asideName())
    try {
      await writeFile(path, Buffer.alloc(4096), { flag: 'wx', mode: 0o600 })
      return []
    } catch (error) {
      return [`Files cannot be stored: ${(error as Error).message}`]
    } finally {
      await rm(path, { force: true }).catch(() => undefined)
    }
  }

  async close(): Promise<void> {}

  private pathOf(key: string): string {
    assertKey(key)
    const shard = createHash('sha256').update(key).digest()[0] ?? 0
    return join(this.objects, shardName(shard), key.replaceAll('/', '+'))
  }

  /** Writes all there is into a file aside and makes its bytes durable. Leaves nothing when that fails. */
  private async writeAside(
    source: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<{ path: string; size: number }> {
    const path = join(this.aside, asideName())
    const file = await told(open(path, 'wx', 0o600))
    try {
      const size = await writeWhole(file, source, signal).finally(() => file.close())
      signal?.throwIfAborted()
      return { path, size }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /** Gives a file that is whole its name, durably. */
  private async place(aside: string, path: string): Promise<void> {
    try {
      await rename(aside, path)
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
    await syncFolder(dirname(path))
  }
}

const here = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Names the machine and the process, so that the next start knows whose it was. */
function asideName(): string {
  return `${here}-${process.pid}-${randomUUID()}`
}

/** Of this machine: what others do cannot be seen from here. */
function isOfDeadProcess(name: string): boolean {
  const [machine, pid] = name.split('-')
  if (machine !== here) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function shardName(shard: number): string {
  return shard.toString(16).padStart(2, '0')
}
