import { createHash, randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '../../base/durable.js'
import { assertKey, assertRange, type BlobInfo, BlobMissingError, type BlobStore, type EarlierBlob } from '../store.js'
import { orNull, orStoreError } from './disk-errors.js'
import { writeWhole } from './write.js'

/** Read buffer size. */
const readBytes = 256 << 10
/** An upload in progress never pauses this long. */
const abandonedMsDefault = 6 * 3_600_000

/**
 * Stores objects in a folder, as `objects/<two hex digits of the key's SHA-256>/<key, with + for />`. Writes to `aside/` on the
 * same file system, flushes, then renames. Several processes can share the folder.
 */
export class DiskStore implements BlobStore {
  private readonly objects: string
  private readonly aside: string

  private constructor(folder: string) {
    this.objects = join(folder, 'objects')
    this.aside = join(folder, 'aside')
  }

  /** Returns a store for reading: nothing is created. */
  static at(folder: string): DiskStore {
    return new DiskStore(folder)
  }

  /** Opens the store and creates its folders. @throws the file system's error when that fails */
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
    await orStoreError(this.commit(written.path, path), () => rm(path, { force: true }))
    return { size: written.size }
  }

  async replace(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.pathOf(key)
    const written = await this.writeAside(source)
    await orStoreError(this.commit(written.path, path))
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    if (range) assertRange(range)
    const path = this.pathOf(key)
    const file = await orStoreError(orNull(open(path, 'r')))
    if (!file) throw new BlobMissingError(key)
    try {
      const { size } = await orStoreError(file.stat())
      if (range && range.start >= size)
        throw new RangeError(`byte ${range.start} is beyond the ${size} bytes of ${key}`)
      return file.createReadStream({ ...range, highWaterMark: readBytes })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async *earlier(): AsyncGenerator<EarlierBlob, void, undefined> {}

  async size(key: string): Promise<number | null> {
    return (await orStoreError(orNull(stat(this.pathOf(key)))))?.size ?? null
  }

  async delete(keys: readonly string[]): Promise<void> {
    const paths = keys.map((key) => this.pathOf(key))
    for (const path of paths) await orStoreError(orNull(unlink(path)))
    for (const folder of new Set(paths.map(dirname))) await orStoreError(syncFolder(folder))
  }

  async *list(prefix = ''): AsyncGenerator<BlobInfo, void, undefined> {
    for (const shard of await orStoreError(readdir(this.objects))) {
      for await (const { name } of await orStoreError(opendir(join(this.objects, shard)))) {
        const key = name.replaceAll('+', '/')
        if (!key.startsWith(prefix)) continue
        const stats: Stats | null = await orStoreError(orNull(stat(join(this.objects, shard, name))))
        if (stats?.isFile()) yield { key, size: stats.size, modifiedAt: stats.mtime }
      }
    }
  }

  async sweep(abandonedMs = abandonedMsDefault): Promise<number> {
    let swept = 0
    for (const name of await orStoreError(readdir(this.aside))) {
      const path = join(this.aside, name)
      const stats = await orStoreError(orNull(stat(path)))
      if (!stats || !(isOfDeadProcess(name) || Date.now() - stats.mtimeMs > abandonedMs)) continue
      await orStoreError(orNull(unlink(path)))
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

  /** Writes the source to a file in `aside/` and makes it durable. Leaves nothing behind when that fails. */
  private async writeAside(
    source: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<{ path: string; size: number }> {
    const path = join(this.aside, asideName())
    const file = await orStoreError(open(path, 'wx', 0o600))
    try {
      const size = await writeWhole(file, source, signal).finally(() => file.close())
      signal?.throwIfAborted()
      return { path, size }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /** Renames a complete file to its final path, durably. */
  private async commit(aside: string, path: string): Promise<void> {
    try {
      await rename(aside, path)
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
    await syncFolder(dirname(path))
  }
}

const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Contains the machine and the process, so a later sweep knows whether its writer is alive. */
function asideName(): string {
  return `${thisMachine}-${process.pid}-${randomUUID()}`
}

/** Returns whether a process of this machine left the file and has died; other machines' processes can't be checked. */
function isOfDeadProcess(name: string): boolean {
  const [machine, pid] = name.split('-')
  if (machine !== thisMachine) return false
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
