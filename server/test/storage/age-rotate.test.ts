import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runs } from '../../../test/tier.js'
import { decrypt, encrypt, headerLength, rewrap } from '../../src/storage/age/age.js'
import { findHeader, rewrapHeader } from '../../src/storage/age/header.js'
import { type Identity, makeIdentity } from '../../src/storage/age/keys.js'
import { AgeFile } from '../../src/storage/age/range.js'
import { rotateKeys } from '../../src/storage/rotate.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { anySize, collect, contentOf, pieceSizes, same, steady, stream } from './age-files.js'

const [old, current, other] = [makeIdentity(), makeIdentity(), makeIdentity()]
const encrypted = (size: number, ...identities: Identity[]) =>
  collect(
    encrypt(
      identities.map(({ recipient }) => recipient),
      stream(contentOf(size)),
    ),
  )

describe('a rewrapped file', () => {
  test('keeps its body byte for byte, and decrypts for the new recipients only', () =>
    fc.assert(
      fc.asyncProperty(anySize, pieceSizes, async (size, pieces) => {
        const file = await encrypted(size, old)
        const rewrapped = await collect(
          rewrap([other, old], [current.recipient, other.recipient], stream(file, pieces)),
        )
        const behind = (file: Uint8Array) => file.subarray(findHeader(file)!)
        expect(same(behind(rewrapped), behind(file))).toBe(true)
        expect(rewrapped).toHaveLength(file.length - headerLength(1) + headerLength(2))
        for (const identity of [current, other]) {
          expect(same(await collect(decrypt([identity], stream(rewrapped))), contentOf(size))).toBe(true)
        }
        await expect(collect(decrypt([old], stream(rewrapped)))).rejects.toThrow('no identity matches')
      }),
      { numRuns: runs(30) },
    ))

  test('is refused for a file that is foreign, modified or truncated', async () => {
    const file = await encrypted(10, old)
    const header = file.slice(0, findHeader(file)!)
    const to = [current.recipient]
    expect(() => rewrapHeader(header, [other], to)).toThrow('no identity matches')
    await expect(collect(rewrap([other], to, stream(file)))).rejects.toThrow('no identity matches')
    // Another MAC that is still valid base64.
    header[header.length - 5] = header.at(-5) === 65 ? 66 : 65
    expect(() => rewrapHeader(header, [old], to)).toThrow('the header was modified')
    await expect(collect(rewrap([old], to, stream(file.slice(0, 100))))).rejects.toThrow('truncated')
  })
})

describe('a rotation', () => {
  let folder: string
  let store: DiskStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-rotate-'))
    store = await DiskStore.open(folder)
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const keys = { current, identities: [current, old] }
  const stored = async (key: string) => collect(await store.get(key))

  test('leaves the current identity as the only recipient, and is idempotent', async () => {
    for (const size of [0, 1, 200_000]) {
      await store.put(`private/old-${size}`, steady(await encrypted(size, old)))
      await store.put(`private/new-${size}`, steady(await encrypted(size, current)))
      await store.put(`private/both-${size}`, steady(await encrypted(size, old, current)))
    }
    await store.put('public/plain', steady(contentOf(100)))
    const untouched = await stored('private/new-1')
    expect(await rotateKeys(store, keys)).toEqual({ rewrapped: 6, current: 3, failed: [] })
    for (const size of [0, 1, 200_000]) {
      for (const key of [`private/old-${size}`, `private/new-${size}`, `private/both-${size}`]) {
        const file = await stored(key)
        expect(same(await collect(decrypt([current], stream(file))), contentOf(size))).toBe(true)
        await expect(collect(decrypt([old], stream(file)))).rejects.toThrow('no identity matches')
      }
    }
    expect(same(await stored('private/new-1'), untouched)).toBe(true)
    expect(same(await stored('public/plain'), contentOf(100))).toBe(true)
    expect(await rotateKeys(store, keys)).toEqual({ rewrapped: 0, current: 9, failed: [] })
  })

  test('continues after files it cannot rotate, and leaves them unchanged', async () => {
    const damaged = await encrypted(10, current)
    damaged[headerLength() - 20]! ^= 1
    const files: Record<string, Uint8Array> = {
      'private/foreign': await encrypted(10, other),
      'private/damaged': damaged,
      'private/empty': new Uint8Array(0),
      'private/no-age': contentOf(50_000),
      'private/short': (await encrypted(10, old)).slice(0, 90),
    }
    for (const [key, file] of Object.entries(files)) await store.put(key, steady(file))
    await store.put('private/fine', steady(await encrypted(10, old)))
    const { rewrapped, failed } = await rotateKeys(store, keys)
    expect(rewrapped).toBe(1)
    expect(failed.map(({ key }) => key).sort()).toEqual(Object.keys(files).sort())
    for (const [key, file] of Object.entries(files)) expect(same(await stored(key), file)).toBe(true)
  })

  test('does not disturb a reader that opened the file before', async () => {
    const size = 200_000
    await store.put('private/read', steady(await encrypted(size, old)))
    const file = await AgeFile.open([old], size, (start, end) => store.get('private/read', { start, end }))
    await rotateKeys(store, keys)
    expect(same(await collect(file.all()), contentOf(size))).toBe(true)
    expect(same(await collect(file.range(70_000, 140_000)), contentOf(size).slice(70_000, 140_001))).toBe(true)
  })

  test('does not bring back a file deleted in the meantime', async () => {
    await store.put('private/purged', steady(await encrypted(200_000, old)))
    const open = store.get.bind(store)
    store.get = async (key, range) => {
      const content = await open(key, range)
      if (!range) await store.delete([key])
      return content
    }
    const report = await rotateKeys(store, keys)
    expect(report).toEqual({ rewrapped: 0, current: 0, failed: [] })
    expect(await store.size('private/purged')).toBeNull()
  })

  test('keeps a truncated file detectable when it is opened', async () => {
    const size = 300_000
    await store.put('private/cut', steady((await encrypted(size, old)).slice(0, 150_000)))
    const open = AgeFile.open([old], size, (start, end) => store.get('private/cut', { start, end }))
    await expect(open).rejects.toThrow('age payload: the file is truncated')
  })
})
