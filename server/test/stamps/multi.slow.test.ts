import { connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ hash: someHash(), filename: `file ${at}` }))
const multi = (body: unknown, by = ada) => service.call('POST', '/multi-stamp', body, by.auth)
const find = async (id: string, by = ada) => service.call('GET', `/hash?id=${id}`, undefined, by.auth)
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const txid = expect.stringMatching(/^0x[0-9a-f]{64}$/)

it('200: ID, hash and transaction ID of each item, in order, in one transaction', async () => {
  const sent = items(50)
  const data = dataOf(await multi(sent))
  expect(data).toStrictEqual(sent.map(({ hash }) => ({ id: uuid, hash, txid })))
  expect(new Set(data.map((one: { txid: string }) => one.txid)).size).toBe(1)
  const found = dataOf(await find(sent[7]?.hash ?? ''))
  expect(found).toMatchObject({ filename: 'file 7', type: '2', isPrivateBc: false, metaData: [] })
})

it('answers the existing stamp for a stamped or repeated hash', async () => {
  const old = await stamp(service, await service.account())
  const own = await stamp(service, ada, { isPrivate: true })
  const [first] = items(1)
  const data = dataOf(
    await multi([first, { hash: old.hash.toUpperCase(), filename: 'x' }, first, { ...first, hash: own.hash }]),
  )
  const id = data[0].id
  expect(data).toStrictEqual([
    { id: uuid, hash: first?.hash, txid },
    { id: old.id, hash: old.hash, txid: old.txid, existing: true },
    { id, hash: first?.hash, txid: data[0].txid, existing: true },
    { id: own.id, hash: own.hash, txid: own.txid, existing: true },
  ])
  const again = dataOf(await multi([first]))
  expect(again).toStrictEqual([{ id, hash: first?.hash, txid: data[0].txid, existing: true }])
})

it('isPrivate: lets each account stamp the same hash', async () => {
  const bea = await service.account()
  const sent = items(2).map((item) => ({ ...item, isPrivate: true }))
  const [mine] = dataOf(await multi(sent))
  const [hers] = dataOf(await multi(sent, bea))
  expect(hers).toStrictEqual({ id: uuid, hash: mine.hash, txid })
  expect(hers.id).not.toBe(mine.id)
  expect(dataOf(await find(mine.hash))).toMatchObject({ isPrivateBc: true })
  expectError(await find(mine.hash, await service.account()), 404, 'stamp_not_found', 'Stamp does not exist')
})

it.each([
  ['no items', () => [], 'body: expected at least 1 item'],
  ['no list', () => ({}), 'body: expected a list'],
  ['a bad hash', () => replaced({ hash: 'xyz' }), /^item 3: hash: expected the hex of/],
  ['a SHA-1', () => replaced({ hash: someHash(20) }), /^item 3: hash: SHA-1 can be forged/],
  ['no filename', () => replaced({ filename: undefined }), 'item 3: filename: this field is required'],
  ['an unknown key', () => replaced({ colour: 'red' }), 'item 3: colour: unknown field'],
  ['isPrivate as text', () => replaced({ isPrivate: 'yes' }), 'item 3: isPrivate: expected true or false'],
  ['an item that is no object', () => [...items(2), 5], 'item 3: expected an object'],
])('400, and stamps nothing: %s', async (_, body, message) => {
  const sent = body()
  expectError(await multi(sent), 400, 'invalid', message)
  if (Array.isArray(sent) && sent.length > 0) {
    const { hash } = sent[0] as { hash: string }
    expectError(await find(hash), 404, 'stamp_not_found', 'Stamp does not exist')
  }
})

const many = sized({ short: 5_000, long: 100_000 })

it(`200 for ${many.toLocaleString('en')} items, 400 for more than 100,000, 413 for more than 16 MiB`, async () => {
  const bea = await service.account()
  const sent = items(many)
  const data = dataOf(await multi(sent, bea))
  expect(data).toHaveLength(many)
  expect(data.at(-1).hash).toBe(sent.at(-1)?.hash)
  const list = dataOf(await service.call('GET', '/hash?page=1&limit=1', undefined, bea.auth))
  expect(list.count).toBe(many)
  const one = JSON.stringify(items(1)[0])
  expectError(
    await multi(`[${`${one},`.repeat(100_000)}${one}]`, bea),
    400,
    'invalid',
    'body: expected at most 100,000 items',
  )
  const large = JSON.stringify(items(1)).padEnd(16 * 1024 * 1024 + 1)
  expectError(await multi(large, bea), 413, 'too_large', 'The body is larger than 16777216 bytes')
})

it('413 with the reason, also for a client that sends everything before it reads', async () => {
  const { port } = new URL(service.url)
  const bytes = 16 * 1024 * 1024 + 1
  for (const framing of [`Content-Length: ${bytes}`, 'Transfer-Encoding: chunked']) {
    const socket = connect(Number(port), '127.0.0.1')
    // Nothing is read before everything is sent.
    socket.pause()
    const head = `POST /multi-stamp HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ada.auth.authorization}\r\nContent-Type: application/json`
    socket.write(`${head}\r\n${framing}\r\n\r\n`)
    if (framing.startsWith('T')) socket.write(`${bytes.toString(16)}\r\n`)
    await new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.write(Buffer.alloc(bytes, ' '), resolve)
    })
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.resume()
    await eventually('the refusal arrives', () => answer.includes('The body is larger than 16777216 bytes'))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  }
})

it('repeats the same answer for an idempotency key, with what existed before', async () => {
  const old = await stamp(service, await service.account())
  const [first, second] = items(2)
  const body = [first, { hash: old.hash, filename: 'x' }, second, first]
  const headers = { ...ada.auth, 'idempotency-key': `multi ${first?.hash}`.replace(' ', '-') }
  const answer = await service.call('POST', '/multi-stamp', body, headers)
  const again = await service.call('POST', '/multi-stamp', body, headers)
  expect([answer.status, again.status, again.text]).toEqual([200, 200, answer.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(dataOf(again).map((one: { existing?: true }) => one.existing)).toEqual([undefined, true, undefined, true])
})

it('frees the slots of clients that leave before they are answered', async () => {
  const large = () => JSON.stringify(items(200)).padEnd(300_000)
  for (let at = 0; at < 6; at++) {
    const left = new AbortController()
    const sent = fetch(`${service.url}/multi-stamp`, {
      method: 'POST',
      headers: { ...ada.auth, 'content-type': 'application/json' },
      body: large(),
      signal: left.signal,
    })
    setTimeout(() => left.abort(), 10 * at)
    await sent.catch(() => undefined)
  }
  expect((await service.call('POST', '/multi-stamp', large(), ada.auth)).status).toBe(200)
})

it('lists the items in the order sent', async () => {
  const cyd = await service.account()
  const sent = items(20)
  dataOf(await multi(sent, cyd))
  const { files } = dataOf(await service.call('GET', '/hash?page=1&limit=20', undefined, cyd.auth))
  expect(files.map(({ hash }: { hash: string }) => hash)).toEqual(sent.map(({ hash }) => hash))
})

it('records the same hashes once when many send them at the same time, in any order', async () => {
  const sent = items(3_000)
  const accounts = await Promise.all(Array.from({ length: 4 }, () => service.account()))
  const answers = await Promise.all(
    accounts.map((by, at) => multi(at % 2 === 0 ? sent : [...sent.slice(0, 1_500)].reverse(), by)),
  )
  const ids = new Map<string, Set<string>>()
  for (const answer of answers) {
    for (const { hash, id } of dataOf(answer)) ids.set(hash, (ids.get(hash) ?? new Set()).add(id))
  }
  expect([ids.size, [...ids.values()].every((one) => one.size === 1)]).toEqual([3_000, true])
})

function replaced(change: Record<string, unknown>): unknown[] {
  const [first, second, third, fourth] = items(4)
  return [first, second, { ...third, ...change }, fourth]
}
