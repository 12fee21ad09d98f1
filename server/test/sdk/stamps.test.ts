import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashFile, type Source, type StampManyItem, type StampManyProgress } from '@tallystick/sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { sized } from '../../../test/tier.js'
import { someHash, useService } from '../service.js'
import { all, someAccount, useProxy } from './surroundings.js'

const service = useService()
const proxy = useProxy(service)
const folder = mkdtempSync(join(tmpdir(), 'tallystick-sdk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'agreement.bin')
const content = randomBytes(2_500_000)
writeFileSync(path, content)
const sha256 = createHash('sha256').update(content).digest('hex')

describe('stamps', () => {
  it('are made of files, of which only the hash is sent', async () => {
    const tallystick = await someAccount(service, proxy)
    const { code, filename } = await tallystick.stampFile(path, { isPrivate: true, metadata: { description: 'x' } })
    expect(filename).toBe('agreement.bin')
    expect(await tallystick.stamp(code)).toMatchObject({
      hash: sha256,
      isPrivate: true,
      metaData: [{ description: 'x' }],
    })
    await expect(tallystick.stampFile(content)).resolves.toMatchObject({ hash: sha256 })
    expect((await tallystick.stampHash(createHash('sha384').update(content).digest())).hash.length).toBe(96)
  })

  it('are made with reserved codes, and found by the original of a copy', async () => {
    const tallystick = await someAccount(service, proxy)
    const originalDocHash = someHash()
    const { codes, expiresAt } = await tallystick.reserveCodes(2)
    expect(codes).toHaveLength(2)
    expect(expiresAt).toEqual(expect.any(String))
    for (const { code } of codes) {
      const made = await tallystick.stampHash(someHash(), { code, isEsign: true, originalDocHash })
      expect(made.code).toBe(code)
      expect(await tallystick.stamp(originalDocHash)).toMatchObject({ code, isEsign: true, originalDocHash })
    }
    const [used] = codes
    await expect(tallystick.stampHash(someHash(), { code: used?.code ?? '' })).rejects.toMatchObject({
      status: 409,
      code: 'code_not_reserved',
    })
  })

  it.each<[string, () => Source]>([
    ['a path', () => path],
    ['a URL', () => pathToFileURL(path)],
    ['bytes', () => content],
    ['a buffer', () => new Uint8Array(content).buffer],
    ['a blob', () => new Blob([content])],
    ['a stream of the web', () => new Blob([content]).stream()],
    ['a stream of Node', () => createReadStream(path)],
  ])('hash %s', async (_, source) => {
    const seen: number[] = []
    expect(await hashFile(source(), { onProgress: (bytes) => seen.push(bytes) })).toBe(sha256)
    expect(seen.at(-1)).toBe(content.length)
    await expect(hashFile(source(), { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })

  it('stop waiting for a stalled stream when their signal aborts', async () => {
    const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(content) })
    const abort = new AbortController()
    const reason = new Error('enough')
    // Once there is nothing more to read.
    const onProgress = () => void setImmediate(() => abort.abort(reason))
    await expect(hashFile(silent, { signal: abort.signal, onProgress })).rejects.toBe(reason)
    await expect(hashFile(join(folder, 'missing'))).rejects.toThrow('ENOENT')
  })

  it('are found, listed, published and proven', async () => {
    const tallystick = await someAccount(service, proxy)
    const hashes = [someHash(), someHash(), someHash()]
    for (const hash of hashes) await tallystick.stampHash(hash, { isPrivate: true })
    expect((await all(tallystick.stamps({ limit: 1 }))).map(({ hash }) => hash)).toEqual(hashes.toReversed())
    const { items, count, cursor } = await tallystick.stamps({ limit: 2 }).page()
    expect([items.length, count]).toEqual([2, 3])
    expect((await tallystick.stamps({ limit: 2 }).page(cursor)).items.map(({ hash }) => hash)).toEqual([hashes[0]])
    const { code } = await tallystick.stamp(`${hashes[0]}`)
    expect((await tallystick.publish(code, { isPrivate: false })).isPrivate).toBe(false)
    expect((await tallystick.proof(code)).hash).toBe(hashes[0])
    const certificate = await tallystick.proof(code, { format: 'pdf', lang: 'DE' })
    expect(new TextDecoder().decode(certificate.subarray(0, 5))).toBe('%PDF-')
  })
})

describe('many stamps', () => {
  const some = (count: number): StampManyItem[] =>
    Array.from({ length: count }, (_, at) => ({ hash: someHash(), filename: `${at}.txt`, isPrivate: at % 2 === 0 }))

  it('are each made once and come in order, however often the connection breaks', async () => {
    const tallystick = await someAccount(service, proxy)
    const unit = sized({ short: 50, long: 500 })
    const items = some((23 * unit) / 5)
    proxy.fail('POST /multi-stamp', 'none', 'cut-answer', 'none', 'cut-body', 'cut-after', 'unavailable')
    const steps: StampManyProgress[] = []
    const onProgress = (progress: StampManyProgress) => steps.push(progress)
    const results = await all(tallystick.stampMany(items, { itemsPerRequest: unit, onProgress }))
    expect(results.map(({ hash, filename }) => [hash, filename])).toEqual(
      items.map((item) => [item.hash, item.filename]),
    )
    // Repeated under their keys, requests get their first answer.
    expect(results.filter(({ existing }) => existing)).toEqual([])
    expect(steps.map(({ done }) => done)).toEqual([unit, 2 * unit, 3 * unit, 4 * unit, items.length])
    expect(steps.at(-1)).toEqual({ done: items.length, existing: 0, total: items.length })
    expect((await tallystick.stamps().page()).count).toBe(items.length)
    const listed = await all(tallystick.stamps())
    expect(listed.map(({ hash }) => hash).toSorted()).toEqual(items.map(({ hash }) => hash).toSorted())
  })

  it('continue after a run that failed, and stamp nothing twice', async () => {
    const tallystick = await someAccount(service, proxy, { retry: { attempts: 1 } })
    const unit = sized({ short: 30, long: 300 })
    const items = some(3 * unit)
    const lazily = async function* () {
      yield* items
    }
    proxy.fail('POST /multi-stamp', 'none', 'cut-answer')
    const first: string[] = []
    const run = async () => {
      for await (const { hash } of tallystick.stampMany(lazily(), { itemsPerRequest: unit })) first.push(hash)
    }
    await expect(run()).rejects.toMatchObject({ code: 'network' })
    expect(first).toEqual(items.slice(0, unit).map(({ hash }) => hash))
    const results = await all(tallystick.stampMany(lazily(), { itemsPerRequest: unit }))
    expect(results.map(({ hash }) => hash)).toEqual(items.map(({ hash }) => hash))
    expect(results.map(({ existing }) => existing)).toEqual(items.map((_, at) => at < 2 * unit))
    expect((await tallystick.stamps().page()).count).toBe(3 * unit)
  })

  it('name the item that is refused by its place in the run', async () => {
    const tallystick = await someAccount(service, proxy)
    const items = [...some(25), { hash: 'abc', filename: 'wrong.txt' }]
    const run = all(tallystick.stampMany(items, { itemsPerRequest: 10 }))
    await expect(run).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^item 26: hash: /) })
  })

  it('end with their signal, and when the loop is left', async () => {
    const tallystick = await someAccount(service, proxy)
    const abort = new AbortController()
    const options = { itemsPerRequest: 10, signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) }
    await expect(all(tallystick.stampMany(some(30), options))).rejects.toThrow('enough')
    for await (const { hash } of tallystick.stampMany(some(30), { itemsPerRequest: 10 })) {
      expect(hash.length).toBe(64)
      break
    }
    expect((await tallystick.stamps().page()).count).toBeLessThanOrEqual(40)
  })
})
