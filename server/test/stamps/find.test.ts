import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import {
  dataOf,
  expectError,
  finalStamp,
  itemV1Shape,
  itemV2Shape,
  ownDetailsShape,
  seenByOthers,
  stamp,
} from './shapes.js'

// Stamps within this time after a batch share a transaction.
const service = useOwnService({ ANCHOR_INTERVAL_MS: String(limitMs(50)) })
let ada: TestAccount
let bea: TestAccount
let shared: Shared
beforeAll(async () => {
  ada = await service.account('Ada Lovelace', { emailVerified: true })
  bea = await service.account('Bea')
  shared = await eventually('one transaction holds several of each', stampTogether)
  // Lists show the state of each.
  await finalStamp(service, ada, shared.ofAda[0] as string)
})

/** Of the document that a copy was made from. */
const original = someHash()
const get = (path: string, by = ada) => service.call('GET', path, undefined, by.auth)
const notFound = ['stamp_not_found', 'Stamp does not exist'] as const

describe.each(['/hash', '/v2/hash'])('GET %s?id=', (path) => {
  it('200: exactly the details, by code, hash or transaction ID in any form', async () => {
    const made = await stamp(service, ada, {
      originalDocHash: original,
      isEsign: true,
      type: '7',
      filename: 'contract.pdf',
    })
    const aliased = made.code.replaceAll('1', 'i').replaceAll('0', 'O')
    const forms = [
      made.code,
      made.code.toLowerCase(),
      aliased,
      aliased.replaceAll('i', 'L'),
      made.hash,
      `0x${made.hash.toUpperCase()}`,
      made.txid,
      made.txid.slice(2).toUpperCase(),
    ]
    for (const form of forms) {
      const data = dataOf(await get(`${path}?id=${form}`))
      expect(data, form).toStrictEqual(ownDetailsShape)
      expect(data, form).toMatchObject({
        hash: made.hash,
        originalDocHash: original,
        metaData: path === '/hash' ? [] : [{ path: `/s/${made.code}` }],
        filename: 'contract.pdf',
        type: '7',
        txid: made.txid,
        code: made.code,
        username: 'Ada Lovelace',
        userVerify: 1,
        isEsign: true,
        isPrivateBc: false,
        proofUrl: `/hash/${made.code}/proof`,
      })
    }
  })

  it("200 for another account's public stamp, whose e-mail is not verified", async () => {
    const made = await stamp(service, bea)
    expect(dataOf(await get(`${path}?id=${made.code}`))).toMatchObject({ username: 'Bea', userVerify: 0, type: '0' })
  })

  it("404 for an unknown ID, the same as for another account's private stamp", async () => {
    const secret = await stamp(service, bea, { isPrivate: true })
    const forms = [
      secret.code,
      secret.hash,
      secret.txid,
      '0000000000',
      someHash(),
      someHash(48),
      `0x${someHash()}`,
      'x',
      '%00',
    ]
    for (const form of forms) expectError(await get(`${path}?id=${form}`), 404, ...notFound)
    expect(dataOf(await get(`${path}?id=${secret.hash}`, bea))).toMatchObject({ isPrivateBc: true, code: secret.code })
  })

  it('prefers the own stamp when a hash has a private and a public one', async () => {
    const hash = someHash()
    const mine = await stamp(service, ada, { hash, isPrivate: true })
    const hers = await stamp(service, bea, { hash })
    expect(dataOf(await get(`${path}?id=${hash}`)).code).toBe(mine.code)
    expect(dataOf(await get(`${path}?id=${hash}`, bea)).code).toBe(hers.code)
    expect(dataOf(await get(`${path}?id=${hash}`, await service.account())).code).toBe(hers.code)
    expect(dataOf(await get(`${path}?id=${hers.code}`)).code).toBe(hers.code)
  })

  it('answers the oldest own stamp of a shared transaction, else the oldest public one', async () => {
    const { txid, ofAda, ofBea } = shared
    expect(dataOf(await get(`${path}?id=${txid}`)).code).toBe(ofAda[0])
    expect(dataOf(await get(`${path}?id=${txid}`, bea)).code).toBe(ofBea[0])
    const other = await service.account()
    const oldestPublic = dataOf(await get(`${path}?id=${txid}`, other))
    expect(oldestPublic.isPrivateBc).toBe(false)

    const list = dataOf(await get(`${path}?txid=${txid}&page=1&limit=100`))
    const codes = list.files.map((file: { code: string }) => file.code)
    expect(list.count).toBe(codes.length)
    expect(list.files.map((file: { _id: string }) => file._id)).toEqual(
      list.files
        .map((file: { _id: string }) => file._id)
        .sort()
        .reverse(),
    )
    expect(codes.filter((code: string) => ofAda.includes(code)).sort()).toEqual([...ofAda].sort())
    const shape = path === '/hash' ? itemV1Shape : itemV2Shape
    for (const file of list.files) expect(file).toStrictEqual(file.userId === ada.userId ? shape : seenByOthers(shape))
    const seen = dataOf(await get(`${path}?txid=${txid}&page=1&limit=2`, other))
    expect(seen.count).toBe(list.count - 1)
    expect(codes).toContain(oldestPublic.code)
    const second = dataOf(await get(`${path}?txid=${txid.slice(2).toUpperCase()}&page=2&limit=2`, other))
    expect(second.files[0]?.code).not.toBe(seen.files[1].code)
  })

  it('filters, pages and follows a cursor in a transaction as in any list', async () => {
    const { txid } = shared
    const of = async (query: string, by = ada) => dataOf(await get(`${path}?txid=${txid}&${query}`, by))
    const all = await of('limit=100')
    const hidden = await of('isPrivate=true')
    expect([hidden.count, hidden.files.length]).toEqual([1, 1])
    expect((await of('isPrivate=false&limit=100')).count).toBe(all.count - 1)
    expect((await of('isPrivate=true', bea)).count).toBe(0)
    const { code } = all.files[1]
    expect((await of(`search=${code.toLowerCase()}`)).files).toStrictEqual([all.files[1]])
    expect((await of('status=true')).count + (await of('status=false')).count).toBe(all.count)
    const first = await get(`${path}?txid=${txid}&limit=2`)
    const cursor = encodeURIComponent(first.headers.get('next-cursor') ?? '')
    expect((await of(`limit=100&cursor=${cursor}`)).files.map((file: { _id: string }) => file._id)).toEqual(
      all.files.slice(2).map((file: { _id: string }) => file._id),
    )
  })

  it('200 and empty for an unknown transaction, 400 for an invalid one', async () => {
    expect(dataOf(await get(`${path}?txid=0x${someHash()}`))).toStrictEqual({ count: 0, files: [] })
    expectError(await get(`${path}?txid=xyz`), 400, 'invalid', /^txid: expected a transaction ID: 64 hex digits/)
  })

  it('400 without a token, 401 with an invalid one', async () => {
    const answer = await service.call('GET', `${path}?id=0000000000`)
    expectError(answer, 400, 'token_missing', 'Authorization Token Not Found')
    expectError(
      await service.call('GET', `${path}?id=x`, undefined, { authorization: 'Bearer x' }),
      401,
      'token_invalid',
      'Invalid auth token',
    )
  })

  it('ignores what it does not know, and takes what is empty for absent', async () => {
    const { code } = await stamp(service, ada)
    expect(dataOf(await get(`${path}?id=${code}&utm_source=mail&page=&txid=&search=`)).code).toBe(code)
    expect(dataOf(await get(`${path}?userId=${ada.userId}&id=&hash=&page=1&limit=1&x=1`)).files).toHaveLength(1)
  })

  it('finds an own stamp by the id that its creation answered, and shows it to no one else', async () => {
    const made = await stamp(service, ada)
    const hidden = await stamp(service, ada, { isPrivate: true })
    for (const { id, code } of [made, hidden]) {
      expect(dataOf(await get(`${path}?id=${id}`)).code).toBe(code)
      expect(dataOf(await get(`${path}?id=${id.toUpperCase()}`)).code).toBe(code)
      expectError(await get(`${path}?id=${id}`, bea), 404, 'stamp_not_found', 'Stamp does not exist')
    }
  })

  it('takes the names of hashes before their digits, and never a transaction ID after one', async () => {
    const { hash, code, txid } = await stamp(service, ada)
    for (const name of ['sha256:', 'SHA-256:', 'Sha256:'])
      for (const key of ['id', 'hash']) expect(dataOf(await get(`${path}?${key}=${name}${hash}`)).code).toBe(code)
    for (const id of [`sha512:${hash}`, `sha256:${txid.slice(2)}`, `sha256:0x${hash}`, `sha256:${code}`])
      expectError(await get(`${path}?id=${id}`), 404, 'stamp_not_found', 'Stamp does not exist')
    expectError(await get(`${path}?hash=sha512:${hash}`), 400, 'invalid', /^hash: expected the hex/)
  })

  it.each([
    ['id=a&id=b', 'id: expected once, not repeated'],
    ['id=x&txid=y', 'txid: not taken together with id, which finds one stamp'],
    ['id=x&page=1', 'page: not taken together with id, which finds one stamp'],
    ['search=x&hash=y', 'search: not taken together with hash, which finds one stamp'],
    ['id=x&hash=y', 'hash: not taken together with id, which finds one stamp'],
    [`id=${'x'.repeat(201)}`, 'id: expected at most 200 characters'],
  ])('400: ?%s', async (query, message) => {
    expectError(await get(`${path}?${query}`), 400, 'invalid', message)
  })
})

it('a stamp goes from submitted to final', async () => {
  onTestFinished(() => service.rpc('evm_setAutomine', true))
  await service.rpc('evm_setAutomine', false)
  const made = await stamp(service, ada)
  expect(dataOf(await get(`/hash?id=${made.code}`))).toMatchObject({
    state: 'submitted',
    blockNumber: null,
    blockTime: null,
  })
  await service.rpc('evm_setAutomine', true)
  const final = await finalStamp(service, ada, made.code)
  expect(final).toStrictEqual(ownDetailsShape)
  expect(final).toMatchObject({ blockNumber: expect.any(Number), blockTime: expect.any(String), txid: made.txid })
})

/** A transaction with several stamps of each of two accounts, oldest first. */
interface Shared {
  txid: string
  ofAda: string[]
  ofBea: string[]
}

/** Stamps much at once. @returns a transaction with several stamps of each account, one of Ada's being private; null without one */
async function stampTogether(): Promise<Shared | null> {
  const asked = Array.from({ length: 41 }, (_, at) => (at === 20 ? ada : [ada, bea][at % 2]) as TestAccount)
  const made = await Promise.all(
    asked.map(async (account, at) => ({ ...(await stamp(service, account, { isPrivate: at === 20 })), account })),
  )
  const txid = made[20]?.txid ?? ''
  const together = made.filter((one) => one.txid === txid)
  const rows = await service.database.db.query<{ code: string }>(
    'SELECT code FROM stamps WHERE code = ANY($1::text[]) ORDER BY leaf_index',
    [together.map((one) => one.code)],
  )
  const codes = rows.map(({ code }) => code)
  const of = (account: TestAccount) =>
    codes.filter((code) => together.some((one) => one.code === code && one.account === account))
  const seen = { txid, ofAda: of(ada), ofBea: of(bea) }
  return seen.ofAda.length > 1 && seen.ofBea.length > 1 ? seen : null
}
