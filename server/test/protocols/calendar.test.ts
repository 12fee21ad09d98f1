import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { calendarUrl } from '../../src/protocols/calendar/routes.js'
import { type TestAccount, useOwnService } from '../service.js'

const service = useOwnService({
  OTS_CALENDAR: 'open',
  TSA: 'off',
  ANONYMOUS_ACCOUNT: 'calendar@example.com',
  ANONYMOUS_RATE_LIMIT: '10',
  PUBLIC_URL: 'https://notary.example',
})
let ada: TestAccount
beforeAll(async () => {
  const owner = { email: 'calendar@example.com', name: 'Calendar' }
  await createAccount(service.database.db, accountKeys(service.masterKey), 'live', owner)
  ada = await service.account()
})

async function submit(digest: Uint8Array, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/digest`, { method: 'POST', body: new Uint8Array(digest), headers })
  const { status } = answer
  return { status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Follows an answer to its commitment: append 16 bytes, SHA-256, pending attestation. */
function commitmentOf(digest: Uint8Array, timestamp: Buffer): Buffer {
  expect(timestamp.subarray(0, 2).toString('hex')).toBe('f010')
  const nonce = timestamp.subarray(2, 18)
  const url = Buffer.from('https://notary.example')
  const length = Buffer.of(url.length + 1, url.length)
  const pending = Buffer.concat([Buffer.from('080083dfe30d2ef90c8e', 'hex'), length, url])
  expect(timestamp.subarray(18)).toEqual(pending)
  return createHash('sha256').update(digest).update(nonce).digest()
}

describe('POST /digest', () => {
  it.each([1, 20, 32, 64])(
    'stamps a commitment to %i bytes before it answers, not the digest itself',
    async (bytes) => {
      const digest = randomBytes(bytes)
      const { status, bytes: timestamp } = await submit(digest, { 'content-type': 'application/x-www-form-urlencoded' })
      expect(status).toBe(200)
      const commitment = commitmentOf(digest, timestamp).toString('hex')
      const stamp = await service.call('GET', `/s?hash=${commitment}`)
      const owner = 'SELECT owner FROM stamps WHERE code = $1'
      expect(await service.database.db.query(owner, [stamp.body.data.code])).toEqual([{ owner: 'Calendar' }])
      if (bytes === 32) expect((await service.call('GET', `/s?hash=${digest.toString('hex')}`)).status).toBe(404)
    },
  )

  it('refuses a promise that no client can keep: at an address of IPv6', () => {
    expect(() => calendarUrl('http://[::1]:3000')).toThrow(/^Host: expected a name/)
    expect(calendarUrl('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
    expect(calendarUrl('https://notary.example/stamps')).toBe('https://notary.example/stamps/')
  })

  it('makes another commitment each time', async () => {
    const digest = randomBytes(32)
    const [one, other] = [await submit(digest), await submit(digest)]
    expect(commitmentOf(digest, one.bytes)).not.toEqual(commitmentOf(digest, other.bytes))
  })

  it('stamps for a caller who logs in', async () => {
    const digest = randomBytes(32)
    const { bytes } = await submit(digest, ada.auth)
    const found = await service.call(
      'GET',
      `/hash?id=${commitmentOf(digest, bytes).toString('hex')}`,
      undefined,
      ada.auth,
    )
    expect(found.body.data).toMatchObject({ username: 'Ada Lovelace', type: '4' })
  })

  it.each([
    ['nothing', 0, 400, 'invalid'],
    ['65 bytes', 65, 413, 'too_large'],
  ])('refuses %s', async (_, bytes, status, code) => {
    const answer = await submit(randomBytes(bytes))
    expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code])
  })

  it('limits callers without a login, by address', async () => {
    // At the same moment: whenever a minute ends, one of them is the eleventh of another.
    const answers = await Promise.all(Array.from({ length: 11 }, () => submit(randomBytes(32))))
    const refused = answers.find(({ status }) => status !== 200) as (typeof answers)[0]
    expect([refused.status, refused.headers.get('error-code')]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await submit(randomBytes(32), ada.auth)).status).toBe(200)
  })
})

describe('GET /timestamp/{commitment}', () => {
  it('gives the steps to the attestation once the stamp is final', async () => {
    const digest = randomBytes(32)
    const commitment = commitmentOf(digest, (await submit(digest, ada.auth)).bytes).toString('hex')
    const upgraded = await eventually('the stamp is final', async () => {
      const answer = await fetch(`${service.url}/timestamp/${commitment}`)
      return answer.status === 200 && Buffer.from(await answer.arrayBuffer())
    })
    const { code } = (await service.call('GET', `/s?hash=${commitment}`)).body.data
    const file = Buffer.from(await (await fetch(`${service.url}/s/${code}/proof?format=ots`)).arrayBuffer())
    expect(file.subarray(-upgraded.length)).toEqual(upgraded)
  })

  it('answers in plain text, which clients print', async () => {
    const answer = await service.call('GET', `/timestamp/${randomBytes(32).toString('hex')}`)
    expect([answer.status, answer.headers.get('error-code')]).toEqual([404, 'timestamp_not_found'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.text).toBe('Commitment not found')
  })

  it('does not reveal what was stamped in another way', async () => {
    const hash = randomBytes(32).toString('hex')
    const { txid } = (await service.call('POST', '/hash', { hash }, ada.auth)).body.data
    expect((await service.call('GET', `/timestamp/${hash}`)).status).toBe(404)
    expect((await service.call('GET', `/timestamp/${txid.slice(2)}`)).status).toBe(404)
  })

  it('refuses a commitment that is not hex', async () => {
    expect((await service.call('GET', '/timestamp/xyz')).headers.get('error-code')).toBe('invalid')
  })
})

describe('a service that is not a timestamping authority', () => {
  it.each([
    ['POST', '/tsa'],
    ['GET', '/tsa/certificates'],
  ])('refuses %s %s', async (method, path) => {
    const answer = await service.call(method, path)
    expect([answer.status, answer.headers.get('error-code')]).toEqual([403, 'tsa_off'])
  })
})
