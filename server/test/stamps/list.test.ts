import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError, finalStamp, itemV1Shape, itemV2Shape, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
const made: { code: string; hash: string; filename: string }[] = []
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
  for (let at = 0; at < 25; at++)
    made.push(await stamp(service, ada, { filename: `Report ${at}.pdf`, isPrivate: at % 5 === 0 }))
  await stamp(service, bea)
  // Lists show the state of each. Older ones are final no later.
  await finalStamp(service, ada, (made.at(-1) as { code: string }).code)
})

interface Item {
  code: string
  name: string
}
const get = (path: string, by = ada) => service.call('GET', path, undefined, by.auth)
const codes = (files: readonly Item[]) => files.map((file) => file.code)
const newestFirst = () => made.map((one) => one.code).reverse()

const versions = [
  { version: 'v1', path: '/hash?', shape: itemV1Shape },
  { version: 'v2', path: `/v2/hash?userId=USER&`, shape: itemV2Shape },
]

describe.each(versions)('$version list', ({ version, path, shape }) => {
  const list = (query: string, by = ada) => get(path.replace('USER', by.userId) + query, by)

  it('200: own stamps with exactly the item keys, newest first, exact count', async () => {
    const data = dataOf(await list('page=1&limit=100'))
    expect(Object.keys(data).sort()).toEqual(['count', 'files'])
    expect(data.count).toBe(25)
    expect(codes(data.files)).toEqual(newestFirst())
    for (const file of data.files) expect(file).toStrictEqual(shape)
    expect(data.files[0]).toMatchObject({
      userId: ada.userId,
      clientId: ada.clientId,
      name: 'Report 24.pdf',
      isEsign: false,
    })
  })

  it('200: pages, with an empty one after the last', async () => {
    expect(codes(dataOf(await list('page=3&limit=10')).files)).toEqual(newestFirst().slice(20))
    expect(dataOf(await list('page=4&limit=10'))).toStrictEqual({ count: 25, files: [] })
    expect(dataOf(await list('page=1000000000&limit=100')).files).toEqual([])
    expect(dataOf(await list('page=1&limit=100', await service.account()))).toStrictEqual({ count: 0, files: [] })
  })

  it('shows each stamp once on a walk by cursor, while new ones arrive', async () => {
    const cara = await service.account()
    const old: string[] = []
    for (let at = 0; at < 12; at++) old.push((await stamp(service, cara)).code)
    const walked: string[] = []
    let query: string | undefined = 'page=1&limit=5'
    while (query !== undefined) {
      const answer = await list(query, cara)
      walked.push(...codes(dataOf(answer).files))
      const next = answer.headers.get('next-cursor')
      query = next ? `limit=5&cursor=${encodeURIComponent(next)}` : undefined
      await stamp(service, cara)
    }
    expect(walked).toEqual(old.reverse())
    expect(dataOf(await list('page=1&limit=1', cara)).count).toBe(15)
  })

  it('shows the stamps of a multi-stamp in the order sent, after those that came later', async () => {
    const cara = await service.account()
    const names = Array.from({ length: 12 }, (_, at) => `item ${at}`)
    const items = names.map((filename) => ({ hash: someHash(), filename }))
    const sent = dataOf(await service.call('POST', '/multi-stamp', items, cara.auth))
    const { filename } = await stamp(service, cara)
    const shown = async (query: string) => dataOf(await list(query, cara)).files.map(({ name }: Item) => name)
    expect(await shown('page=1&limit=100')).toEqual([filename, ...names])
    expect(await shown('page=2&limit=5')).toEqual(names.slice(4, 9))
    expect(await shown(`txid=${sent[0].txid}&limit=100`)).toEqual(names)
  })

  it('isPrivate: lists, counts and pages only private or only public stamps, with a search too', async () => {
    const privates = made.filter((_, at) => at % 5 === 0).map(({ code }) => code)
    const data = dataOf(await list('page=1&limit=3&isPrivate=true'))
    expect(data.count).toBe(5)
    expect(codes(data.files)).toEqual([...privates].reverse().slice(0, 3))
    expect(dataOf(await list('page=1&limit=100&isPrivate=false')).count).toBe(20)
    expect(codes(dataOf(await list('page=1&limit=9&isPrivate=true&search=port%2020')).files)).toEqual([privates[4]])
  })

  it.each([
    ['page=0&limit=1', 'page: expected 1 or more'],
    ['page=-1&limit=1', 'page: expected 1 or more'],
    ['page=1.5&limit=1', 'page: expected a whole number'],
    ['page=x&limit=1', 'page: expected a whole number'],
    ['page=1&limit=0', 'limit: expected 1 or more'],
    ['page=1&limit=101', 'limit: expected 100 or less'],
    ['page=1&page=2&limit=1', 'page: expected once, not repeated'],
    ['limit=5&cursor=nonsense', 'cursor: expected the Next-Cursor of an earlier response'],
    ['limit=5&cursor=c1.AAAA', 'cursor: expected the Next-Cursor of an earlier response'],
  ])('400: ?%s', async (query, message) => {
    expectError(await list(query), 400, 'invalid', message)
  })

  it('400 without a token', async () => {
    const answer = await service.call('GET', `${path}page=1&limit=1`)
    expectError(answer, 400, 'token_missing', 'Authorization Token Not Found')
  })

  if (version === 'v1') {
    it('400 without page or limit', async () => {
      expectError(await get('/hash?limit=5'), 400, 'invalid', /^page: expected a number/)
      expectError(await get('/hash?page=1'), 400, 'invalid', /^limit: expected a number/)
      expectError(await get('/hash'), 400, 'invalid', /^page: expected a number/)
    })
  }
})

describe('v2 list', () => {
  const list = async (query: string, by = ada) => dataOf(await get(`/v2/hash?userId=${by.userId}${query}`, by))

  it('200: twenty items by default', async () => {
    expect(codes((await list('')).files)).toEqual(newestFirst().slice(0, 20))
  })

  it("400 without userId, 403 with another account's", async () => {
    expectError(await get('/v2/hash?page=1'), 400, 'invalid', /^userId: expected your user ID/)
    expectError(await get(`/v2/hash?userId=${bea.userId}`), 403, 'user_not_enrolled', /^userId: neither/)
    expectError(await get('/v2/hash?userId=x'), 403, 'user_not_enrolled', /^userId: neither/)
  })

  it('status: false until the stamp is in a block, then true', async () => {
    const cara = await service.account()
    await stamp(service, cara)
    const count = async (status: boolean) => {
      return (await list(`&status=${status}`, cara)).count
    }
    await eventually('the first is in a block', async () => (await count(true)) === 1)
    onTestFinished(() => service.rpc('evm_setAutomine', true))
    await service.rpc('evm_setAutomine', false)
    await stamp(service, cara)
    await stamp(service, cara)
    expect([await count(true), await count(false), (await list('', cara)).count]).toEqual([1, 2, 3])
    await service.rpc('evm_setAutomine', true)
    await eventually('all are in blocks', async () => {
      await service.rpc('evm_mine')
      return (await count(true)) === 3
    })
    expect(await count(false)).toBe(0)
    expect((await list('&status=true', cara)).files).toHaveLength(3)
    expect((await list('&status=false', cara)).files).toHaveLength(0)
    expectError(await get(`/v2/hash?userId=${ada.userId}&status=1`), 400, 'invalid', 'status: expected true or false')
  })

  it('search: matches anywhere in name or code from three characters on, below that at the start, ignoring case', async () => {
    const names = async (search: string) => {
      const data = await list(`&search=${encodeURIComponent(search)}&limit=100`)
      expect(data.files).toHaveLength(data.count)
      return data.files.map((file: Item) => file.name)
    }
    expect(await names('T 1.P')).toEqual(['Report 1.pdf'])
    expect(await names('report 2')).toEqual([
      'Report 24.pdf',
      'Report 23.pdf',
      'Report 22.pdf',
      'Report 21.pdf',
      'Report 20.pdf',
      'Report 2.pdf',
    ])
    expect(await names('RE')).toEqual(expect.arrayContaining(['Report 0.pdf']))
    expect(await names('po')).toEqual([])
    expect(await names('uuu')).toEqual([])
    const { code, filename } = made[3] as { code: string; filename: string }
    expect(await names(code.toLowerCase())).toEqual([filename])
    expect(await names(code.slice(0, 6))).toEqual([filename])
    expect(await names(code.slice(3, 9))).toEqual([])
    expect(await names(code.slice(0, 2))).toContain(filename)
    expect(await names('')).toHaveLength(25)
  })

  it('search: finds generated names by the beginning of stamp- and the code', async () => {
    const cara = await service.account()
    const { code } = await stamp(service, cara)
    await stamp(service, cara, { filename: 'Stamp album' })
    await stamp(service, cara, { filename: 'Contract' })
    const names = async (search: string) => (await list(`&search=${search}`, cara)).files.map((file: Item) => file.name)
    expect(await names('STAMP')).toEqual(['Stamp album', `stamp-${code}`])
    expect(await names('st')).toEqual(expect.arrayContaining(['Stamp album', `stamp-${code}`]))
    expect(await names(`stamp-${code.slice(0, 3).toLowerCase()}`)).toEqual([`stamp-${code}`])
    expect(await names('tamp-')).toEqual([])
    expect(await names('con')).toEqual(['Contract'])
  })

  it('search: ignores case in every script', async () => {
    const cara = await service.account()
    for (const name of ['ΝΟΜΟΣ 2026', 'İstanbul', 'Straße', 'ДОГОВОР', '契約書', '🧾 q1']) {
      await stamp(service, cara, { filename: name })
    }
    const names = async (search: string) =>
      (await list(`&search=${encodeURIComponent(search)}`, cara)).files.map((file: Item) => file.name)
    expect(await names('νομος')).toEqual(['ΝΟΜΟΣ 2026'])
    expect(await names('ΟΜΟΣ 2')).toEqual(['ΝΟΜΟΣ 2026'])
    for (const text of ['İstanbul', 'istanbul', 'ISTANBUL', 'İs', 'ist', 'ıst'])
      expect(await names(text)).toEqual(['İstanbul'])
    expect(await names('STRASSE')).toEqual(['Straße'])
    expect(await names('говор')).toEqual(['ДОГОВОР'])
    expect(await names('約')).toEqual([])
    expect(await names('契約')).toEqual(['契約書'])
    expect(await names('🧾')).toEqual(['🧾 q1'])
  })

  it('counts and pages a long list from both ends, and frequent matches as few ones', async () => {
    const cara = await service.account()
    const items = Array.from({ length: 1200 }, (_, at) => ({
      hash: createHash('sha256').update(`${cara.userId} ${at}`).digest('hex'),
      filename: at % 3 === 0 ? `Invoice ${at}.pdf` : `${at}.txt`,
    }))
    await service.call('POST', '/multi-stamp', items, cara.auth)
    const data = await list('&search=.pdf&limit=100', cara)
    expect([data.count, data.files.length]).toEqual([400, 100])
    const last = await list('&search=.PDF&limit=100&page=4', cara)
    expect(last.files).toHaveLength(100)
    expect((await list('&search=.pdf&limit=100&page=5', cara)).files).toEqual([])
    const all: string[] = []
    for (let page = 1; page <= 12; page++) all.push(...codes((await list(`&limit=100&page=${page}`, cara)).files))
    expect(new Set(all).size).toBe(1200)
    for (const page of [2, 85, 86, 87, 171, 172]) {
      const { count, files } = await list(`&limit=7&page=${page}`, cara)
      expect([count, codes(files)]).toEqual([1200, all.slice(7 * (page - 1), 7 * page)])
    }
  })

  it('search: takes %, _ and \\ literally, and never matches across name and code', async () => {
    const cara = await service.account()
    for (const name of ['100% sure', '100x sure', 'a_b', 'axb', 'c\\d', '%', '_', 'Ärger über Öl', "d'é; --"])
      await stamp(service, cara, { filename: name })
    const names = async (search: string) =>
      (await list(`&search=${encodeURIComponent(search)}`, cara)).files.map((file: Item) => file.name)
    expect(await names('00%')).toEqual(['100% sure'])
    expect(await names('a_b')).toEqual(['a_b'])
    expect(await names('a_')).toEqual(['a_b'])
    expect(await names('c\\d')).toEqual(['c\\d'])
    expect(await names('c\\')).toEqual(['c\\d'])
    expect(await names('%')).toEqual(['%'])
    expect(await names('_')).toEqual(['_'])
    expect(await names('ärger ÜBER')).toEqual(['Ärger über Öl'])
    expect(await names("d'é; --")).toEqual(["d'é; --"])
    const { code, name } = (await list('', cara)).files[2]
    expect(await names(`${name} ${code}`)).toEqual([])
  })

  it('search: combines with page, cursor and status', async () => {
    const first = await get(`/v2/hash?userId=${ada.userId}&search=report&limit=10`)
    expect(dataOf(first).count).toBe(25)
    const next = first.headers.get('next-cursor') ?? ''
    const byCursor = await list(`&search=report&limit=10&cursor=${encodeURIComponent(next)}`)
    expect(byCursor).toStrictEqual(await list('&search=report&limit=10&page=2'))
    expect((await list('&search=report&status=false')).count + (await list('&search=report&status=true')).count).toBe(
      25,
    )
  })

  it.each([[`search=${'x'.repeat(256)}`], ['search=%00'], ['status=maybe']])('400: ?%s', async (query) => {
    expectError(await get(`/v2/hash?userId=${ada.userId}&${query}`), 400, 'invalid', /^(search|status): /)
  })
})
