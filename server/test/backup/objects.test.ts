import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyObjects, digestList, digestsIn, type ObjectToCopy } from '../../src/backup/objects.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { failReads, objectPath } from '../files/objects.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-objects-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys = Array.from({ length: 20 }, (_, at) => `2026-11/object-${at}`)
async function* all(): AsyncGenerator<ObjectToCopy> {
  for (const key of keys) yield { key }
}
const filesIn = (name: string) =>
  readdirSync(join(folder, name, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('copied objects', () => {
  const list = join(folder, 'objects.sha256.gz')
  let saved: DiskStore
  beforeAll(async () => {
    const store = await DiskStore.open(join(folder, 'service'))
    for (const [at, key] of keys.entries()) await store.put(key, Readable.from([randomBytes(at * 1000)]))
    saved = await DiskStore.open(join(folder, 'backup'))
    const digests = digestList(list)
    await copyObjects(all(), store, saved, digests.add)
    await digests.end()
  })

  it('are the same, by their digests', async () => {
    const { count, missing } = await copyObjects(digestsIn(list), saved, await DiskStore.open(join(folder, 'restored')))
    expect([count, missing]).toEqual([keys.length, []])
  })

  it.runIf(process.platform === 'linux')('go on after one that cannot be read, and name it', async () => {
    const [key = ''] = keys
    const store = await DiskStore.open(join(folder, 'failing'))
    for (const one of keys.slice(0, 3)) await store.put(one, Readable.from([randomBytes(1000)]))
    failReads(objectPath(join(folder, 'failing'), key))
    const copied = await copyObjects(all(), store, await DiskStore.open(join(folder, 'copied')))
    expect({ ...copied, missing: copied.missing.toSorted() }).toEqual({
      count: 2,
      bytes: 2000,
      missing: keys.slice(3).sort(),
      unreadable: [key],
    })
  })

  it('are refused, and not stored, when any bit is flipped', async () => {
    for (const [at, path] of filesIn('backup').entries()) {
      const content = readFileSync(path)
      if (content.length === 0) continue
      const damaged = Buffer.from(content)
      damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] as number) ^ 1
      writeFileSync(path, damaged)
      const name = `damaged-${at}`
      const copied = copyObjects(digestsIn(list), saved, await DiskStore.open(join(folder, name)))
      await expect(copied).rejects.toThrow(/^The backup is damaged: object 2026-11\/object-\d+ isn't what was saved/)
      expect(filesIn(name).some((stored) => readFileSync(stored).equals(damaged))).toBe(false)
      writeFileSync(path, content)
    }
  })
})
