import { createHash, randomBytes } from 'node:crypto'
import { verifyProof } from '@tallystick/proof'
import { readCertificates, verifyTimestamp } from '@tallystick/proof/tsa'
import { beforeAll, describe, expect, it } from 'vitest'
import { unzipped } from '../../../test/unzip.js'
import { wallTime } from '../../../test/wall-time.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { validityProblem } from '../../src/protocols/tsa/authority.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { query, statusOf, timestamp } from './requests.js'

const operator = 'operator@example.com'
const service = useOwnService({
  TSA: 'open',
  OTS_CALENDAR: 'off',
  ANONYMOUS_ACCOUNT: operator,
  ANONYMOUS_RATE_LIMIT: '0',
  QUOTA_STAMPS: '2000',
  TRUST_PROXY: '127.0.0.1',
})
let ada: TestAccount
let authorities: ReturnType<typeof readCertificates>
beforeAll(async () => {
  ada = await service.account()
  const early = await timestamp(service, query({ hash: randomBytes(32) }))
  expect([early.status, early.headers.get('error-code')]).toEqual([503, 'anonymous_account_missing'])
  await createAccount(service.database.db, accountKeys(service.masterKey), 'live', {
    email: operator,
    name: 'Operator',
  })
  authorities = readCertificates((await service.call('GET', '/tsa/certificates')).text)
})

const stampOf = async (hash: Uint8Array) =>
  (await service.call('GET', `/hash?id=${Buffer.from(hash).toString('hex')}`, undefined, ada.auth)).body.data

/** The same request in BER that isn't DER. */
const longer = (der: Buffer) => Buffer.concat([Buffer.of(0x30, 0x81), der.subarray(1)])
const endless = (der: Buffer) => Buffer.concat([Buffer.of(0x30, 0x80), der.subarray(2), Buffer.of(0, 0)])

describe('POST /tsa', () => {
  it.each([
    ['SHA-256', 32],
    ['SHA-384', 48],
    ['SHA-512', 64],
  ] as const)('signs a token of the current time over a %s digest', async (algorithm, bytes) => {
    const digest = randomBytes(bytes)
    const before = wallTime().getTime()
    const answer = await timestamp(service, query({ hash: digest, algorithm, nonce: '00c0ffee' }))
    const after = wallTime().getTime()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/timestamp-reply'])
    const facts = await verifyTimestamp(answer.bytes, { digest }, authorities)
    expect(facts).toMatchObject({
      hashAlgorithm: algorithm,
      accuracyMs: 1000,
      authority: expect.stringMatching(/^Tallystick test timestamps /),
      trustedAuthority: expect.stringMatching(/^Tallystick test root /),
    })
    expect(Date.parse(facts.time)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(facts.time)).toBeLessThanOrEqual(after)
  })

  it('stamps the digest before it answers, and the serial number leads to the stamp', async () => {
    const hash = randomBytes(32)
    const { bytes } = await timestamp(service, query({ hash }))
    const { serialNumber, time } = await verifyTimestamp(bytes, { digest: hash }, authorities)
    const stamp = await stampOf(hash)
    expect(stamp).toMatchObject({ type: '3', username: 'Operator', isPrivateBc: false })
    const [row] = await service.database.db.query<{ metadata: object[] }>(
      'SELECT metadata FROM stamps WHERE code = $1',
      [stamp.code],
    )
    expect(row?.metadata[0]).toMatchObject({ metadata: { timestampToken: { serialNumber, time } } })
    for (const spelt of [serialNumber, `0x${serialNumber.toUpperCase().replace(/^0+/, '')}`]) {
      const found = await service.call('GET', `/tsa/tokens/${spelt}`)
      expect(found.body).toMatchObject({ status: 200, data: { code: stamp.code, hash: hash.toString('hex'), time } })
    }
    const proof = await service.call('GET', `/s/${stamp.code}/proof`)
    expect(verifyProof(proof.body, { digest: hash }).failure?.code).not.toBe('digest')
  })

  it('gives a token on a digest that was stamped before a stamp of its own', async () => {
    const hash = randomBytes(32)
    const { code: earlier } = (await service.call('POST', '/hash', { hash: hash.toString('hex') }, ada.auth)).body.data
    const answers = [
      await timestamp(service, query({ hash, nonce: '01' })),
      await timestamp(service, query({ hash, nonce: '02' })),
    ]
    const codes = new Set([earlier])
    for (const { bytes } of answers) {
      const { serialNumber, time } = await verifyTimestamp(bytes, { digest: hash }, authorities)
      const found = (await service.call('GET', `/tsa/tokens/${serialNumber}`)).body.data
      expect(found).toMatchObject({ hash: hash.toString('hex'), time })
      codes.add(found.code)
      const digest = createHash('sha256').update(bytes).digest()
      const own = await stampOf(digest)
      expect(own).toMatchObject({ code: found.code, txid: found.txid, type: '3', username: 'Operator' })
      const [row] = await service.database.db.query<{ metadata: object[] }>(
        'SELECT metadata FROM stamps WHERE code = $1',
        [found.code],
      )
      const timestampToken = { serialNumber, time, sha256: digest.toString('hex'), hash: hash.toString('hex') }
      expect(row?.metadata).toEqual([{ metadata: { timestampToken } }])
      const again = await fetch(`${service.url}${found.proofUrl}?format=tsr`)
      expect(again.headers.get('content-disposition')).toBe(`attachment; filename="${found.code}.tsr.zip"`)
      const archive = Buffer.from(await again.arrayBuffer())
      expect(unzipped(archive, 'own/timestamp.tsr')).toEqual(bytes)
      const guide = unzipped(archive, 'README.txt').toString()
      expect(guide).toContain(`own/timestamp.tsr, whose timestamp is over ${hash.toString('hex')}.`)
      const proof = await service.call('GET', found.proofUrl)
      expect(verifyProof(proof.body, { digest }).failure?.code).not.toBe('digest')
    }
    expect(codes.size).toBe(3)
    expect(await stampOf(hash)).toMatchObject({ code: earlier })
  })

  it('gives every one of several tokens on one digest at once a stamp that names it', async () => {
    const hash = randomBytes(32)
    const nonces = ['01', '02', '03', '04']
    const answers = await Promise.all(nonces.map((nonce) => timestamp(service, query({ hash, nonce }))))
    const codes = answers.map(async ({ bytes }) => {
      const { serialNumber } = await verifyTimestamp(bytes, { digest: hash }, authorities)
      return (await service.call('GET', `/tsa/tokens/${serialNumber}`)).body.data.code
    })
    expect(new Set(await Promise.all(codes)).size).toBe(nonces.length)
  })

  it('gives no token that it has not stored', async () => {
    const { db } = service.database
    const hash = randomBytes(32)
    await db.execute('ALTER TABLE timestamp_tokens RENAME TO away', [])
    try {
      expect((await timestamp(service, query({ hash }))).status).toBe(500)
    } finally {
      await db.execute('ALTER TABLE away RENAME TO timestamp_tokens', [])
    }
    const { bytes } = await timestamp(service, query({ hash }))
    await expect(verifyTimestamp(bytes, { digest: hash }, authorities)).resolves.toBeDefined()
  })

  it('leaves out the certificates unless requested', async () => {
    const hash = randomBytes(32)
    const { bytes } = await timestamp(service, query({ hash, withCertificates: false }))
    await expect(verifyTimestamp(bytes, { digest: hash }, authorities)).resolves.toBeDefined()
    await expect(verifyTimestamp(bytes, { digest: hash }, authorities.slice(1))).rejects.toThrow("lacks its signer's")
  })

  it('grants its own policy when requested', async () => {
    const policy = '2.25.145005374188736773191733837919628326977'
    expect(statusOf(await timestamp(service, query({ hash: randomBytes(32), policy })))).toMatchObject({ status: 0 })
  })

  it.each([
    ['badAlg', 0, query({ hash: randomBytes(20), algorithm: 'SHA-1' })],
    ['badRequest', 2, query({ hash: randomBytes(32), version: 2 })],
    ['badDataFormat: a digest of another length', 5, query({ hash: randomBytes(31) })],
    ['badDataFormat: not DER', 5, Buffer.from('hello')],
    ['badDataFormat: nothing', 5, Buffer.of()],
    ['badDataFormat: trailing bytes', 5, Buffer.concat([query({ hash: randomBytes(32) }), Buffer.of(0)])],
    ['badDataFormat: an endless nonce', 5, query({ hash: randomBytes(32), nonce: '01'.repeat(65) })],
    ['badDataFormat: a padded nonce', 5, query({ hash: randomBytes(32), nonce: '000005' })],
    ['badDataFormat: a nonce without bytes', 5, query({ hash: randomBytes(32), nonce: '' })],
    ['badDataFormat: a length in more bytes than it needs', 5, longer(query({ hash: randomBytes(32) }))],
    ['badDataFormat: an indefinite length', 5, endless(query({ hash: randomBytes(32) }))],
    ['unacceptedPolicy', 15, query({ hash: randomBytes(32), policy: '1.2.3.4' })],
    ['unacceptedExtension', 16, query({ hash: randomBytes(32), withExtension: true })],
  ])('refuses in the protocol’s own words: %s', async (_, failure, body) => {
    const answer = await timestamp(service, body)
    expect(answer.status).toBe(200)
    expect(statusOf(answer)).toEqual({ status: 2, failure, words: expect.stringMatching(/\.$/) })
  })

  it('refuses other types and large bodies', async () => {
    const wrong = await timestamp(service, query({ hash: randomBytes(32) }), { 'content-type': 'application/json' })
    expect([wrong.status, wrong.headers.get('error-code')]).toEqual([415, 'unsupported_type'])
    const large = await timestamp(service, randomBytes(8193))
    expect([large.status, large.headers.get('error-code')]).toEqual([413, 'too_large'])
  })
})

describe('validityProblem', () => {
  const at = (iso: string) => ({ value: new Date(iso) })
  const certificate = { notBefore: at('2026-01-01T00:00:00Z'), notAfter: at('2027-01-01T00:00:00Z') }
  it.each([
    ['2025-12-31T23:59:59Z', 'The certificate of this authority is not valid before 2026-01-01T00:00:00.000Z.'],
    ['2026-01-01T00:00:00Z', null],
    ['2027-01-01T00:00:00Z', null],
    ['2027-01-01T00:00:01Z', 'The certificate of this authority expired on 2027-01-01T00:00:00.000Z.'],
  ])('%s', (now, problem) => {
    expect(validityProblem({ certificate } as never, Date.parse(now))).toBe(problem)
  })
})

it('has a trial certificate that began a day ago, for clocks that are behind', async () => {
  for (const { notBefore, notAfter } of authorities) {
    expect(wallTime().getTime() - notBefore.value.getTime()).toBeGreaterThan(86_000_000)
    expect(notAfter.value.getTime() - wallTime().getTime()).toBeGreaterThan(3_000 * 86_400_000)
  }
})

describe('the caller of POST /tsa', () => {
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  })

  it('with a login owns the stamp', async () => {
    for (const headers of [ada.auth, basic(ada.clientId, ada.secretKey)]) {
      const hash = randomBytes(32)
      expect((await timestamp(service, query({ hash }), headers)).status).toBe(200)
      expect(await stampOf(hash)).toMatchObject({ username: 'Ada Lovelace' })
    }
  })

  it('without a login gets the share of its address, and leaves the rest to the others', async () => {
    const from = (address: string, login = {}) =>
      timestamp(service, query({ hash: randomBytes(32) }), { 'x-forwarded-for': address, ...login })
    const network = '2001:db8:0:1'
    const answers = await Promise.all(Array.from({ length: 100 }, (_, host) => from(`${network}::${host + 1}`)))
    const granted = answers.filter(({ status }) => status === 200)
    // A 20th of 2,000, less what the other tests have used.
    expect(granted.length).toBeGreaterThan(70)
    expect(granted.length).toBeLessThan(95)
    const refused = answers.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.headers.get('error-code')]).toEqual([429, 'address_share'])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('2001:db8:0:2::1')).status).toBe(200)
    expect((await from(`${network}::1`, ada.auth)).status).toBe(200)
  })

  it('with a wrong login is refused, and asked for a right one', async () => {
    const wrong = [basic(ada.clientId, 'sk_wrong'), basic('cl_none', ada.secretKey), { authorization: 'Bearer x' }]
    for (const headers of wrong) {
      const answer = await timestamp(service, query({ hash: randomBytes(32) }), headers)
      expect([answer.status, answer.headers.get('error-code')]).toEqual([401, 'token_invalid'])
    }
  })
})

describe('GET …/proof?format=tsr', () => {
  it('is refused for stamps without a token', async () => {
    const hash = someHash()
    const { code } = (await service.call('POST', '/hash', { hash }, ada.auth)).body.data
    const refused = await service.call('GET', `/hash/${code}/proof?format=tsr`, undefined, ada.auth)
    expect([refused.status, refused.headers.get('error-code')]).toEqual([404, 'tsr_missing'])
  })
})

describe('GET /tsa/tokens/{serialNumber}', () => {
  it.each([
    ['0123', 404, 'token_not_found'],
    ['xyz', 400, 'invalid'],
    ['0'.repeat(33), 400, 'invalid'],
  ])('%s: %i', async (serial, status, code) => {
    const answer = await service.call('GET', `/tsa/tokens/${serial}`)
    expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code])
  })
})

it('is not a calendar unless the operator enables it', async () => {
  const answer = await service.call('POST', '/digest', 'a digest')
  expect([answer.status, answer.headers.get('error-code')]).toEqual([403, 'calendar_off'])
})

it('keeps tokens and its own authority across a restart', async () => {
  const hash = randomBytes(32)
  const { bytes } = await timestamp(service, query({ hash }))
  await service.restart()
  const { code } = await stampOf(hash)
  const again = await fetch(`${service.url}/s/${code}/proof?format=tsr`)
  expect(unzipped(Buffer.from(await again.arrayBuffer()), 'own/timestamp.tsr')).toEqual(bytes)
  const now = await timestamp(service, query({ hash }))
  await expect(verifyTimestamp(now.bytes, { digest: hash }, authorities)).resolves.toBeDefined()
})
