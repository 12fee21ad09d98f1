import { createHash, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { apiError } from '../../src/http/errors.js'
import { AgeError } from '../../src/storage/age/error.js'
import { checked } from '../../src/storage/checked.js'
import { ChangedError, damageOf } from '../../src/storage/damage.js'
import { HashPool } from '../../src/storage/hashing/pool.js'
import { BlobMissingError } from '../../src/storage/store.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { failReads, objectPath } from '../files/objects.js'
import { content, digestOf as digestOfStream, temporaryFolder } from './content.js'

const folder = temporaryFolder()
const threads = new HashPool(1)
afterAll(() => threads.close())

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest()

async function* inPieces(content: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}

/** Reads what passes the check, and says whether its end came. */
async function pass(source: AsyncIterable<Uint8Array>, recorded: { size: number; digest: Uint8Array | null }) {
  const pieces: Uint8Array[] = []
  let error: unknown
  try {
    for await (const piece of checked(source, { key: 'k', ...recorded }, threads)) pieces.push(piece)
  } catch (thrown) {
    error = thrown
  }
  return { bytes: Buffer.concat(pieces), error }
}

// In place, at its limit, in a thread, and more than the thread takes at once.
describe.each([0, 1, 1000, 256 << 10, (256 << 10) + 1, 3_000_001])('a content of %i bytes', (size) => {
  const content = randomBytes(size)
  const digest = digestOf(content)

  it.each([1 << 16, 1 << 18, 1 << 22])('passes as it is, in pieces of %i', async (pieceBytes) => {
    const { bytes, error } = await pass(inPieces(content, pieceBytes), { size, digest })
    expect(error).toBeUndefined()
    expect(bytes.equals(content)).toBe(true)
  })

  it('never passes whole when it is another one, shorter or longer', async () => {
    const cases = [
      { content, digest: digestOf(Buffer.from('another')), size },
      { content, digest, size: size + 1 },
      { content: Buffer.concat([content, Buffer.from('x')]), digest, size },
      { content, digest: null, size: size + 1 },
      { content: Buffer.concat([content, Buffer.from('x')]), digest: null, size },
    ]
    for (const { content: given, ...recorded } of cases) {
      const { bytes, error } = await pass(inPieces(given, 1 << 16), recorded)
      expect(error).toBeInstanceOf(ChangedError)
      expect(bytes.length).toBeLessThan(Math.max(1, Math.min(given.length, recorded.size)))
    }
  })
})

describe('a check', () => {
  it('closes its source when the reader leaves, and passes its errors on', async () => {
    let isClosed = false
    const content = randomBytes(1 << 20)
    async function* source() {
      try {
        yield* inPieces(content, 1 << 16)
      } finally {
        isClosed = true
      }
    }
    for await (const _ of checked(source(), { key: 'k', size: 1 << 20, digest: digestOf(content) }, threads)) break
    expect(isClosed).toBe(true)
    const error = new Error('the store is away')
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield content
      throw error
    }
    expect(await pass(breaking(), { size: 2 << 20, digest: digestOf(content) })).toEqual({
      bytes: Buffer.alloc(0),
      error,
    })
  })

  it('keeps no memory of contents that are not read to the end', async () => {
    const content = randomBytes(1 << 20)
    // More than all memory of the pool, if one held any.
    for (let count = 0; count < 300; count++) {
      const source = inPieces(content, 1 << 18)
      for await (const _ of checked(source, { key: 'k', size: content.length, digest: Buffer.alloc(32) }, threads))
        break
    }
    const { error } = await pass(inPieces(content, 1 << 18), { size: content.length, digest: digestOf(content) })
    expect(error).toBeUndefined()
  })
})

describe('what an error says about an object', () => {
  const errno = (code: string) => Object.assign(new Error(code), { code })
  it.each([
    [new BlobMissingError('k'), 'missing'],
    [new ChangedError('k', 'x'), 'changed'],
    [new AgeError('payload', 'x'), 'changed'],
    [new AgeError('header', 'x'), 'changed'],
    [new AgeError('no match', 'x'), 'unreadable'],
    [errno('EIO'), 'unreadable'],
    [apiError('unavailable', {}, { cause: errno('EIO') }), 'unreadable'],
    [apiError('unavailable', {}, { cause: errno('EACCES') }), null],
    [errno('EMFILE'), null],
    [errno('ECONNRESET'), null],
    [new Error('x'), null],
  ])('%s: %s', (error, damage) => {
    expect(damageOf(error)).toBe(damage)
  })

  it.runIf(process.platform === 'linux')('the EIO of the kernel, read through a store', async () => {
    const store = await DiskStore.open(folder)
    await store.put('k', content(1000).source)
    failReads(objectPath(folder, 'k'))
    const error = await digestOfStream(await store.get('k')).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'EIO' })
    expect(damageOf(error)).toBe('unreadable')
  })
})
