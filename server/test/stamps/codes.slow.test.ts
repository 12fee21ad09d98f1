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

const call = (method: string, path: string, body?: unknown, by = ada, headers = {}) =>
  service.call(method, path, body, { ...by.auth, ...headers })
const ask = (body: object = {}, by = ada, headers = {}) => call('POST', '/hash/codes', body, by, headers)
const reserve = async (count = 1, by = ada): Promise<string[]> =>
  dataOf(await ask({ count }, by)).codes.map(({ code }: { code: string }) => code)
const one = async (by = ada) => (await reserve(1, by))[0] as string
const add = (more: object, by = ada, headers = {}) => call('POST', '/hash', { hash: someHash(), ...more }, by, headers)
const many = (items: readonly object[], by = ada, headers = {}) => call('POST', '/multi-stamp', items, by, headers)
const item = (more: object = {}) => ({ hash: someHash(), filename: 'a', ...more })
const refused = (answer: Answer, code: string) =>
  expectError(answer, 409, 'code_not_reserved', new RegExp(`^code: ${code} is not reserved for this account`))
const rowsOf = async (codes: readonly string[]) =>
  (
    await service.database.db.query<{ stamps: number }>(
      'SELECT count(*)::int AS stamps FROM stamps WHERE code = ANY($1::text[])',
      [codes],
    )
  )[0]?.stamps
const expire = (code: string) =>
  service.database.db.execute("UPDATE reserved_codes SET expires_at = now() - interval '1 second' WHERE code = $1", [
    code,
  ])

describe('POST /hash/codes', () => {
  it('answers codes that no stamp is given by chance, with the addresses of their pages', async () => {
    const data = dataOf(await ask({ count: 300 }))
    expect(new Set(data.codes.map(({ code }: { code: string }) => code)).size).toBe(300)
    for (const { code, url } of data.codes) {
      expect(code).toMatch(/^R[0-9A-HJKMNP-TV-Z]{9}$/)
      expect(url).toBe(`${service.url}/s/${code}`)
    }
    expect(data.expiresAt).toEqual(expect.any(String))
    expect(dataOf(await ask()).codes).toHaveLength(1)
  })

  it('400 names the field', async () => {
    for (const count of [0, 501, 1.5, 'many']) expectError(await ask({ count }), 400, 'invalid', /^count:/)
    expectError(await ask({ codes: ['R000000000'] }), 400, 'invalid', /^codes:/)
  })

  it('answers a repeated key with the same codes', async () => {
    const key = { 'idempotency-key': someHash() }
    const first = await ask({ count: 2 }, ada, key)
    const again = await ask({ count: 2 }, ada, key)
    expect(again.body).toStrictEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('429 above the limit, exactly, however many ask at once; used and expired codes make room', async () => {
    const eve = await service.account()
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask({ count: 100 }, eve)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(10)
    for (const answer of answers.filter((one) => !given.includes(one))) {
      expectError(answer, 429, 'too_many_codes', /at most 1000 reserved codes at once/)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const [used, expired] = dataOf(given[0] as Answer).codes
    await stamp(service, eve, { code: used.code })
    await expire(expired.code)
    expect(await reserve(2, eve)).toHaveLength(2)
    expect((await ask({}, eve)).status).toBe(429)
  })
})

describe('a stamp with a reserved code', () => {
  it('has it, in v1, v2 and a multi-stamp, as people write codes, and others draw theirs', async () => {
    const [first, second, third] = (await reserve(3)) as [string, string, string]
    const v1 = await stamp(service, ada, { code: `${first.slice(0, 5)}-${first.slice(5).toLowerCase()}` })
    expect(v1).toMatchObject({ code: first, filename: `stamp-${first}` })
    const v2 = await call('POST', '/v2/hash', { hash: someHash(), userId: ada.userId, code: second })
    expect(dataOf(v2, 201).code).toBe(second)
    const items = [item(), item({ code: third })]
    const [drawn, made] = dataOf(await many(items))
    for (const [code, { id, hash }] of [
      [first, v1],
      [second, dataOf(v2, 201)],
      [third, made],
    ])
      expect(dataOf(await call('GET', `/hash?id=${code}`))).toMatchObject({ code, hash: hash ?? id })
    const { code } = dataOf(await call('GET', `/hash?id=${drawn.id}`))
    expect(code).not.toMatch(/^R/)
  })

  it('409 for a code of another account, an unknown, an expired and a used one, and nothing is stamped', async () => {
    const [foreign, expired, used] = [await one(bea), await one(), await one()]
    await expire(expired)
    await stamp(service, ada, { code: used })
    for (const code of [foreign, 'R000000000', expired, used, '0123456789']) {
      const hash = someHash()
      refused(await add({ hash, code }), code)
      refused(await call('POST', '/v2/hash', { hash, userId: ada.userId, code }), code)
      refused(await many([item(), item({ hash, code })]), code)
      expect((await call('GET', `/hash?hash=${hash}`)).status).toBe(404)
    }
    for (const code of ['', 'R12', 'RUUUUUUUUU']) expectError(await add({ code }), 400, 'invalid', /^code:/)
    expect(dataOf(await add({ code: foreign }, bea)).code).toBe(foreign)
  })

  it('that is made again is answered as one, and leaves a further code unused', async () => {
    const [code, unused] = (await reserve(2)) as [string, string]
    const hash = someHash()
    await stamp(service, ada, { hash, code })
    expectError(await add({ hash, code }), 409, 'stamp_exists', 'Stamp Already Exists')
    expectError(await add({ hash, code: unused }), 409, 'stamp_exists', 'Stamp Already Exists')
    expect(dataOf(await many([item({ hash, code }), item({ code: unused })]))[0].existing).toBe(true)
    expect(await rowsOf([code, unused])).toBe(2)
  })

  it('answers a repeated key with the same stamp', async () => {
    for (const send of [
      (body: object, key: object) => add(body, ada, key),
      (body: object, key: object) => many([{ filename: 'a', ...body }], ada, key),
    ]) {
      const body = { hash: someHash(), code: await one() }
      const key = { 'idempotency-key': someHash() }
      const first = await send(body, key)
      expect(first.status).toBe(200)
      expect((await send(body, key)).body).toStrictEqual(first.body)
    }
  })

  it('400 names the item of a multi-stamp whose code repeats', async () => {
    const code = await one()
    const same = item({ code })
    expectError(await many([same, item({ code })]), 400, 'invalid', 'item 2: code: item 1 has this code already')
    expectError(await many([item(same), { ...same, code: await one() }]), 400, 'invalid', /^item 2: code: an earlier/)
    expectError(await many([item({ code: 7 })]), 400, 'invalid', 'item 1: code: expected a string')
    const made = dataOf(await many([same, same]))
    expect(made[0].id).toBe(made[1].id)
  })
})

describe('64 requests with one code', () => {
  const race = (code: string, body: (at: number) => object) =>
    Promise.all(
      Array.from({ length: 64 }, (_, at) => {
        const more = { code, ...body(at) }
        if (at % 8 === 0) return many([item(more), item()])
        return at % 2 ? add(more) : call('POST', '/v2/hash', { hash: someHash(), userId: ada.userId, ...more })
      }),
    )

  it('make one stamp, and all others are refused', async () => {
    const code = await one()
    const others = Promise.all(Array.from({ length: 64 }, () => add({})))
    const answers = await race(code, () => ({}))
    const lost = answers.filter(({ status }) => status >= 300)
    expect(lost).toHaveLength(63)
    for (const answer of lost) refused(answer, code)
    expect(await rowsOf([code])).toBe(1)
    for (const { status } of await others) expect(status).toBe(200)
  })

  it('and one hash make one stamp, and everyone else learns that it exists', async () => {
    const [code, hash] = [await one(), someHash()]
    const answers = await race(code, () => ({ hash }))
    const single = answers.filter((_, at) => at % 8 !== 0)
    const bulk = answers.filter((_, at) => at % 8 === 0).map((answer) => dataOf(answer)[0])
    const made = [...single.filter(({ status }) => status < 300), ...bulk.filter(({ existing }) => !existing)]
    expect(made).toHaveLength(1)
    for (const answer of single.filter(({ status }) => status >= 300)) expect(answer.status).toBe(409)
    for (const { status, headers } of single)
      if (status >= 300) expect(headers.get('error-code')).toMatch(/^(stamp_exists|already_stamped)$/)
    expect(await rowsOf([code])).toBe(1)
  })
})

it('a reserved code is answered like one that was never given', async () => {
  const [code, unknown] = [await one(), 'R000000000']
  const without = (answer: Answer, its: string) => answer.text.replaceAll(its, 'CODE')
  for (const [path, by] of [
    ['/s/CODE', {}],
    ['/s/CODE/proof', {}],
    ['/hash?id=CODE', ada.auth],
    ['/hash?id=CODE', bea.auth],
    ['/v2/hash?id=CODE', ada.auth],
    ['/hash/CODE/proof', ada.auth],
  ] as const) {
    const answer = await service.call('GET', path.replace('CODE', code), undefined, by)
    const other = await service.call('GET', path.replace('CODE', unknown), undefined, by)
    expect(answer.status).toBe(404)
    expect(without(answer, code)).toBe(without(other, unknown))
  }
})

it('a copy is found by its hash, by its original and by the code that it shows', async () => {
  for (const path of ['/hash', '/v2/hash']) {
    const original = someHash()
    const reserved = dataOf(await ask()).codes[0]
    // The mark is made now, since it shows the code.
    const copy = someHash()
    const whose = path === '/hash' ? {} : { userId: ada.userId }
    const body = { hash: copy, originalDocHash: `sha256:${original.toUpperCase()}`, isEsign: true, code: reserved.code }
    const made = dataOf(await call('POST', path, { ...whose, ...body }), path === '/hash' ? 200 : 201)
    expect(made.code).toBe(reserved.code)
    const expected = { code: reserved.code, hash: copy, originalDocHash: original, isEsign: true }
    for (const by of [`id=${copy}`, `hash=${copy}`, `id=${original}`, `hash=${original}`, `id=${reserved.code}`])
      for (const lookup of ['/hash', '/v2/hash'])
        expect(dataOf(await call('GET', `${lookup}?${by}`, undefined, by.startsWith('id') ? ada : bea))).toMatchObject(
          expected,
        )
    const copies = dataOf(await call('GET', `/hash?originalDocHash=${original}&isEsign=true&page=1&limit=5`))
    expect(copies.files).toMatchObject([{ code: reserved.code }])
    expect((await call('GET', new URL(reserved.url).pathname)).status).toBe(200)
  }
})
