import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { expectError } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

let keys = 0
const newKey = () => `key-${keys++}`
const withKey = (key: string, by = ada) => ({ ...by.auth, 'idempotency-key': key })

const creations = [
  { path: '/hash', status: 200, body: () => ({ hash: someHash() }) },
  { path: '/v2/hash', status: 201, body: () => ({ hash: someHash(), userId: ada.userId }) },
  { path: '/multi-stamp', status: 200, body: () => [{ hash: someHash(), filename: 'a' }] },
]

describe.each(creations)('POST $path with Idempotency-Key', ({ path, status, body }) => {
  it(`${status}: repeats the same answer`, async () => {
    const sent = body()
    const key = newKey()
    const first = await service.call('POST', path, sent, withKey(key))
    const again = await service.call('POST', path, sent, withKey(key))
    expect([first.status, again.status, again.text]).toEqual([status, status, first.text])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  })

  it('422 for another body, and keeps the first answer', async () => {
    const sent = body()
    const key = newKey()
    const first = await service.call('POST', path, sent, withKey(key))
    const other = await service.call('POST', path, body(), withKey(key))
    expectError(other, 422, 'idempotency_mismatch', /^Idempotency-Key: this key was used with a different request/)
    expect((await service.call('POST', path, sent, withKey(key))).text).toBe(first.text)
  })

  it('409 with Retry-After, or the same answer, while the first request runs, and stamps once', async () => {
    const sent = body()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.call('POST', path, sent, withKey(key))))
    const done = answers.filter((answer) => answer.status === status)
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1)
    expect(done.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== status)) {
      expectError(
        answer,
        409,
        'idempotency_running',
        /^Idempotency-Key: the first request with this key is still running/,
      )
      expect(answer.headers.get('retry-after')).toBe('1')
    }
  })

  it('400 for a malformed key', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256), 'ü']) {
      const answer = await service.call('POST', path, body(), withKey(key))
      expectError(answer, 400, 'idempotency_key_invalid', 'Idempotency-Key: expected 1 to 255 visible ASCII characters')
    }
    expect((await service.call('POST', path, body(), withKey(newKey().padEnd(255, '~!"')))).status).toBe(status)
  })
})

it('keeps the keys of accounts apart', async () => {
  const key = newKey()
  const answers = await Promise.all(
    [ada, bea].map((by) => service.call('POST', '/hash', { hash: someHash() }, withKey(key, by))),
  )
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(answers[0]?.text).not.toBe(answers[1]?.text)
})

it('repeats an error too', async () => {
  const hash = someHash()
  await service.call('POST', '/hash', { hash }, bea.auth)
  const key = newKey()
  const first = await service.call('POST', '/hash', { hash }, withKey(key))
  expectError(first, 409, 'stamp_exists', 'Stamp Already Exists')
  const again = await service.call('POST', '/hash', { hash }, withKey(key))
  expectError(again, 409, 'stamp_exists', 'Stamp Already Exists')
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

it('400 for a body nested too deeply, with or without a key', async () => {
  const deep = `{"hash":"${someHash()}","userId":"${ada.userId}","metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expectError(
    await service.call('POST', '/v2/hash', deep, withKey(newKey())),
    400,
    'malformed_json',
    /nested deeper than 64 levels$/,
  )
})

it('keeps the keys of routes apart', async () => {
  const key = newKey()
  const hash = someHash()
  await service.call('POST', '/hash', { hash }, withKey(key))
  const other = await service.call('POST', '/v2/hash', { hash, userId: ada.userId }, withKey(key))
  expectError(other, 422, 'idempotency_mismatch', /different request/)
})
