import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

const find = (query: string, by = ada, path = '/hash') => service.call('GET', `${path}?${query}`, undefined, by.auth)
const copyOf = (original: string, more: object = {}, by = ada) =>
  stamp(service, by, { originalDocHash: original, isEsign: true, ...more })
const codeOf = async (query: string, by = ada, path = '/hash') => dataOf(await find(query, by, path)).code

describe('originalDocHash', () => {
  it('takes a hash in any form, and is answered as hashes are', async () => {
    for (const size of [32, 48, 64]) {
      const original = someHash(size)
      for (const sent of [original, `0x${original.toUpperCase()}`, `sha${size * 8}:${original}`]) {
        const { code } = await copyOf(sent)
        expect(dataOf(await find(`id=${code}`))).toMatchObject({ originalDocHash: original, isEsign: true })
      }
    }
    const { code } = await copyOf('', { isEsign: false })
    expect(dataOf(await find(`id=${code}`))).toMatchObject({ originalDocHash: '', isEsign: false })
  })

  it('400 for what is no hash, and nothing is stamped', async () => {
    const hash = someHash()
    for (const sent of ['not a hash at all', 'abc', someHash(20), `${someHash()}0`, `sha512:${someHash()}`]) {
      const answer = await service.call('POST', '/hash', { hash, originalDocHash: sent }, ada.auth)
      expectError(answer, 400, 'invalid', /originalDocHash/)
    }
    expectError(await find(`hash=${hash}`), 404, 'stamp_not_found', 'Stamp does not exist')
  })
})

describe.each(['/hash', '/v2/hash'])('GET %s', (path) => {
  it("finds by an original: its own stamp, else one's newest copy, else the oldest public one", async () => {
    const original = someHash()
    const first = await copyOf(original, {}, bea)
    await copyOf(original, {}, bea)
    const both = async (by: TestAccount) => [
      await codeOf(`hash=${original}`, by, path),
      await codeOf(`id=0x${original}`, by, path),
    ]
    expect(await both(ada)).toEqual([first.code, first.code])
    await copyOf(original, { isPrivate: true })
    const newest = await copyOf(original, { isPrivate: true })
    expect(await both(ada)).toEqual([newest.code, newest.code])
    const own = await stamp(service, bea, { hash: original })
    expect(await both(ada)).toEqual([own.code, own.code])
  })

  it("404 for the original of another account's private copy", async () => {
    const original = someHash()
    await copyOf(original, { isPrivate: true }, bea)
    for (const query of [`hash=${original}`, `id=${original}`])
      expectError(await find(query, ada, path), 404, 'stamp_not_found', 'Stamp does not exist')
  })
})

it('?originalDocHash= lists what the account may see of the copies, newest first, by page and by cursor', async () => {
  const original = someHash()
  const made = [await copyOf(original), await copyOf(original, { isPrivate: true }), await copyOf(original, {}, bea)]
  await copyOf(original, { isPrivate: true }, bea)
  await copyOf(someHash())
  const query = `originalDocHash=0x${original}&limit=2`
  const first = await find(`${query}&page=1`)
  const codes = (answer: Answer) => dataOf(answer).files.map(({ code }: { code: string }) => code)
  const newestFirst = made.map(({ code }) => code).reverse()
  expect(dataOf(first).count).toBe(3)
  const second = await find(`${query}&cursor=${first.headers.get('next-cursor')}`)
  expect([...codes(first), ...codes(second)]).toEqual(newestFirst)
  expect(codes(await find(`originalDocHash=${original}`, ada, '/v2/hash'))).toEqual(newestFirst)
  expect(codes(await find(`originalDocHash=${original}&limit=9&page=1&isPrivate=true`))).toEqual([made[1]?.code])
  expect(codes(await find(`originalDocHash=${original}&limit=9&page=1&search=${made[0]?.code}`))).toEqual([
    made[0]?.code,
  ])
  for (const wrong of [
    'originalDocHash=abc',
    `originalDocHash=${original}&txid=${someHash()}`,
    `originalDocHash=${original}&id=x`,
  ])
    expectError(await find(`${wrong}&page=1&limit=2`), 400, 'invalid', /originalDocHash/)
})

it('isEsign filters lists, with counts that fit', async () => {
  const cara = await service.account()
  const plain = await stamp(service, cara)
  const secret = await stamp(service, cara, { isPrivate: true })
  const marked = await copyOf(someHash(), { isPrivate: true }, cara)
  const list = async (query: string) => {
    const { count, files } = dataOf(await find(`page=1&limit=9&${query}`, cara))
    expect(count, query).toBe(files.length)
    return files.map(({ code }: { code: string }) => code)
  }
  expect(await list('isEsign=true')).toEqual([marked.code])
  expect(await list('isEsign=false')).toEqual([secret.code, plain.code])
  expect(await list('isEsign=false&isPrivate=true')).toEqual([secret.code])
  expect(await list('isEsign=true&isPrivate=false')).toEqual([])
  expect(await list(`isEsign=true&search=${marked.code}`)).toEqual([marked.code])
  expect(await list(`isEsign=false&search=${marked.code}`)).toEqual([])
  for (const state of [true, false]) await list(`isEsign=true&status=${state}`)
  expect(await list(`isEsign=true&txid=${marked.txid}`)).toEqual([marked.code])
})

it('an older stamp keeps what it was sent, and is found by it when it is a hash', async () => {
  const original = someHash()
  for (const [kept, isFound] of [
    [`0x${original.toUpperCase()}`, true],
    ['not a hash at all', false],
  ] as const) {
    const { code } = await copyOf(someHash())
    await service.database.db.execute('UPDATE stamps SET original_doc_hash = $2 WHERE code = $1', [code, kept])
    expect(dataOf(await find(`id=${code}`)).originalDocHash).toBe(kept)
    if (isFound) expect(await codeOf(`hash=${original}`)).toBe(code)
  }
})
