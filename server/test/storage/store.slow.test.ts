import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { wallTime } from '../../../test/wall-time.js'
import { BlobMissingError, type BlobStore } from '../../src/storage/store.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { S3Store } from '../../src/storage/stores/s3.js'
import { breaking, bytesOf, content, digestOf, hanging, listed, temporaryFolder } from './content.js'
import { startS3, type TestS3 } from './swift.js'

const folder = temporaryFolder()
/** More than a part. */
const large = sized({ short: 9 << 20, long: 20 << 20 })

/** Bytes between two looks: collecting garbage costs as much as storing many. */
const lookBytes = 24 << 20
const collectGarbage = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
})()

/** A store, and a way to count its unfinished uploads. */
interface Opened {
  store: BlobStore
  begun(): Promise<number>
  close(): Promise<void>
}

async function openDisk(): Promise<Opened> {
  const store = await DiskStore.open(folder)
  return { store, begun: async () => readdirSync(join(folder, 'aside')).length, close: () => store.close() }
}

async function openS3(): Promise<Opened | null> {
  const s3: TestS3 | null = await startS3()
  if (!s3) return null
  const store = new S3Store({ ...s3.place, prefix: 'some/where/' })
  const begun = async () => {
    const { Uploads } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.place.bucket }))
    return Uploads?.length ?? 0
  }
  const close = async () => {
    await store.close()
    await s3.stop()
  }
  return { store, begun, close }
}

describe.each([
  { name: 'the local disk', open: openDisk, many: 100 << 20 },
  { name: 'an S3 service', open: openS3, many: sized({ short: 80, long: 100 }) << 20 },
])('a store on $name', ({ open, many }) => {
  let opened: Opened | null
  let store: BlobStore

  beforeAll(async () => {
    opened = await open()
    if (opened) store = opened.store
  })
  afterAll(() => opened?.close())
  beforeEach((context) => context.skip(!opened, noDebian))

  const key = () => `test/${randomUUID()}`

  /** Expects that nothing is visible under the key and nothing was left behind. */
  async function expectNothing(at: string) {
    expect(await store.size(at)).toBeNull()
    expect((await listed(store)).map((info) => info.key)).not.toContain(at)
    expect(await opened?.begun()).toBe(0)
  }

  // Around the sizes of a batch and of a part.
  it.each([0, 1, 65_536, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 8 << 20, (8 << 20) + 1, (17 << 20) + 3])(
    'stores and returns %i bytes',
    async (size) => {
      const at = key()
      const { source, digest } = content(size)
      expect(await store.put(at, source)).toEqual({ size })
      expect(await store.size(at)).toBe(size)
      expect(await digestOf(await store.get(at))).toEqual({ digest: digest(), size })
      expect(await opened?.begun()).toBe(0)
    },
  )

  it('accepts pieces of any size, empty ones too', async () => {
    const at = key()
    async function* pieces() {
      for (let n = 0; n < 5000; n++) yield Buffer.from(n % 3 === 0 ? '' : `${n},`)
    }
    await store.put(at, pieces())
    expect(await bytesOf(await store.get(at))).toEqual(await bytesOf(pieces()))
  })

  it('returns ranges', async () => {
    const at = key()
    const bytes = await bytesOf(content(100_000).source)
    await store.put(
      at,
      (async function* () {
        yield bytes
      })(),
    )
    const part = async (start: number, end: number) => bytesOf(await store.get(at, { start, end }))
    expect(await part(0, 0)).toEqual(bytes.subarray(0, 1))
    expect(await part(99_999, 99_999)).toEqual(bytes.subarray(99_999))
    expect(await part(65_530, 70_000)).toEqual(bytes.subarray(65_530, 70_001))
    expect(await part(99_990, 200_000)).toEqual(bytes.subarray(99_990))
    await expect(part(100_000, 100_000)).rejects.toThrow(RangeError)
    for (const [start, end] of [
      [-1, 5],
      [5, 4],
      [0.5, 2],
      [0, Number.NaN],
    ] as const) {
      await expect(part(start, end)).rejects.toThrow(RangeError)
    }
  })

  it('reports a missing object', async () => {
    const at = key()
    await expect(store.get(at)).rejects.toThrow(BlobMissingError)
    await expect(store.get(at, { start: 0, end: 1 })).rejects.toThrow(BlobMissingError)
    expect(await store.size(at)).toBeNull()
    await store.delete([at])
  })

  it('replaces objects atomically', async () => {
    const at = key()
    await store.put(at, content(2_000_000).source)
    const { source, digest } = content(300)
    await store.replace(at, source)
    expect(await digestOf(await store.get(at))).toEqual({ digest: digest(), size: 300 })
    await expect(store.replace(at, breaking(100, new Error('broke')))).rejects.toThrow('broke')
    expect(await store.size(at)).toBe(300)
    expect(await opened?.begun()).toBe(0)
  })

  it('deletes many objects at once', async () => {
    // More than it deletes at a time.
    const keys = Array.from({ length: sized({ short: 18, long: 40 }) }, key)
    await Promise.all(keys.slice(1).map((at) => store.put(at, content(10).source)))
    await store.delete(keys)
    expect(await Promise.all(keys.map((at) => store.size(at)))).toEqual(keys.map(() => null))
    await store.delete([])
  })

  it('lists objects by key prefix', async () => {
    const begin = `list-${randomUUID()}`
    const before = wallTime()
    await Promise.all(['a', 'a/b', 'a.b', 'b/c_d'].map((name, at) => store.put(`${begin}/${name}`, content(at).source)))
    const found = await listed(store, `${begin}/`)
    expect(found.map(({ key, size }) => [key.slice(begin.length + 1), size])).toEqual([
      ['a', 0],
      ['a.b', 2],
      ['a/b', 1],
      ['b/c_d', 3],
    ])
    // S3 rounds to seconds.
    for (const { modifiedAt } of found) expect(modifiedAt.getTime()).toBeGreaterThan(before.getTime() - 1000)
    for (const { modifiedAt } of found) expect(modifiedAt.getTime()).toBeLessThan(wallTime(1000).getTime())
    expect(await listed(store, `${begin}/b`)).toHaveLength(1)
    expect(await listed(store, `${begin}/no`)).toEqual([])
  })

  it.each([0, 100, 5 << 20, large])('stores nothing of a source that fails after %i bytes', async (size) => {
    const at = key()
    const broke = new Error('the connection broke')
    await expect(store.put(at, breaking(size, broke))).rejects.toBe(broke)
    await expectNothing(at)
  })

  it.each([0, 100, large])('stores nothing when aborted after %i bytes, even if the source hangs', async (size) => {
    const at = key()
    const abort = new AbortController()
    const reason = new Error('nobody wants it')
    const source = hanging(size, () => abort.abort(reason))
    await expect(store.put(at, source, { signal: abort.signal })).rejects.toBe(reason)
    await expectNothing(at)
  })

  it('starts nothing that is already aborted, and closes its source', async () => {
    const at = key()
    let ended = false
    async function* source() {
      try {
        yield Buffer.from('a')
        yield Buffer.from('b')
      } finally {
        ended = true
      }
    }
    await expect(store.put(at, source(), { signal: AbortSignal.abort() })).rejects.toThrow()
    await expectNothing(at)
    const abort = new AbortController()
    const running = source()
    await running.next()
    abort.abort()
    await expect(store.put(at, running, { signal: abort.signal })).rejects.toThrow()
    await eventually('the source is closed', () => ended)
  })

  it.each([
    '',
    '/a',
    '../a',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    'A',
    'a\\b',
    'a b',
    'a\0b',
    'ä',
    '.a',
    '-',
    '%2e',
    'a+b',
    'a'.repeat(202),
  ])('refuses the key %j', async (bad) => {
    const source = content(1).source
    await expect(store.put(bad, source)).rejects.toThrow(TypeError)
    await expect(store.replace(bad, source)).rejects.toThrow(TypeError)
    await expect(store.get(bad)).rejects.toThrow(TypeError)
    await expect(store.size(bad)).rejects.toThrow(TypeError)
    await expect(store.delete(['fine', bad])).rejects.toThrow(TypeError)
  })

  it('accepts the longest key, and harmless dots', async () => {
    for (const at of ['k'.repeat(201), `0/..a./a..b/${randomUUID()}.x`]) {
      await store.put(at, content(3).source)
      expect(await store.size(at)).toBe(3)
      await store.delete([at])
    }
  })

  it('keeps concurrent puts apart', async () => {
    const puts = Array.from({ length: sized({ short: 16, long: 50 }) }, (_, at) => ({
      at: key(),
      ...content(at * 20_011),
    }))
    await Promise.all(puts.map(({ at, source }) => store.put(at, source)))
    for (const { at, digest } of puts) expect((await digestOf(await store.get(at))).digest).toBe(digest())
  })

  it('streams many bytes in little memory', async () => {
    const at = key()
    const size = many
    const usedBytes = () => {
      collectGarbage()
      const { external, heapUsed } = process.memoryUsage()
      return external + heapUsed
    }
    const before = usedBytes()
    let most = 0
    async function* watched(source: AsyncIterable<Uint8Array>) {
      let bytes = 0
      let nextLook = lookBytes
      for await (const piece of source) {
        bytes += piece.length
        if (bytes >= nextLook) {
          most = Math.max(most, usedBytes() - before)
          nextLook += lookBytes
        }
        yield piece
      }
    }
    const { source, digest } = content(size)
    await store.put(at, watched(source))
    expect(await digestOf(watched(await store.get(at)))).toEqual({ digest: digest(), size })
    // Three parts of S3, with the copies that its client makes.
    expect(most).toBeLessThan(64 << 20)
    await store.delete([at])
  })

  it('has no readiness problems', async () => {
    expect(await store.readinessProblems()).toEqual([])
    expect(await opened?.begun()).toBe(0)
  })
})
