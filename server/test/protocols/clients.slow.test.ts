import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { verifyOts } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../../../test/blocks.js'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { type CertificateOptions, type IssuedCertificate, TestAuthority } from '../../../test/timestamp-authority.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { openAuthority } from '../../src/protocols/tsa/authority.js'
import { readRequest, type TimestampRequest } from '../../src/protocols/tsa/request.js'
import { granted } from '../../src/protocols/tsa/response.js'
import { signToken } from '../../src/protocols/tsa/token.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { query, statusOf, timestamp } from './requests.js'

const policy = '1.3.6.1.4.1.99999.1'
const programs = await debianPrograms(['openssl'])
const python = await debianPrograms(['python3-opentimestamps'])

describe.skipIf(!programs || !python)(`clients of both protocols (${noDebian} otherwise)`, () => {
  const settings: Record<string, string> = {
    TSA: 'accounts',
    TSA_POLICY: policy,
    TSA_ACCURACY_MS: '1500',
    OTS_CALENDAR: 'open',
    ANONYMOUS_ACCOUNT: 'calendar@example.com',
    NETWORK_NAME: 'Bench',
  }
  let authority: TestAuthority
  let rsa: IssuedCertificate
  beforeAll(() => {
    // Before the service starts, which reads its settings then.
    authority = new TestAuthority(programs!)
    const issuer = authority.issue('Test Middle', { isAuthority: true, purpose: '' })
    const signer = authority.issue('Test Clock', { key: 'P-384', issuer })
    rsa = authority.issue('Other Clock', { key: 'rsa' })
    const chain = authority.path('chain.pem')
    writeFileSync(chain, readFileSync(issuer.certificate, 'utf8') + readFileSync(signer.certificate, 'utf8'))
    settings.TSA_CERTIFICATE = chain
    settings.TSA_KEY = readFileSync(signer.key, 'utf8').replaceAll('\n', '\\n')
  })
  afterAll(() => authority?.remove())
  const service = useOwnService(settings)
  let ada: TestAccount
  beforeAll(async () => {
    ada = await service.account()
    const owner = { email: 'calendar@example.com', name: 'Calendar' }
    await createAccount(service.database.db, accountKeys(service.masterKey), 'live', owner)
  })
  const path = (name: string) => authority.path(name)

  describe('openssl', () => {
    it.each([
      ['sha256', '-cert'],
      ['sha384', '-cert'],
      ['sha512', '-cert'],
      ['sha256', '-no_nonce'],
    ])('verifies a token over %s, requested with %s', async (digest, option) => {
      writeFileSync(path('document'), randomBytes(100))
      const args = ['-data', path('document'), `-${digest}`, option, '-out', path('request')]
      authority.openssl('ts', '-query', ...args)
      const { status, bytes } = await timestamp(service, readFileSync(path('request')), ada.auth)
      expect(status).toBe(200)
      writeFileSync(path('response'), bytes)
      const trust = ['-CAfile', authority.root.certificate, '-untrusted', settings.TSA_CERTIFICATE as string]
      for (const about of [
        ['-data', path('document')],
        ['-queryfile', path('request')],
      ]) {
        expect(authority.openssl('ts', '-verify', '-in', path('response'), ...about, ...trust)).toContain(
          'Verification: OK',
        )
      }
      const text = authority.openssl('ts', '-reply', '-in', path('response'), '-text')
      expect(text).toMatch(/Policy OID: 1\.3\.6\.1\.4\.1\.99999\.1/)
      expect(text).toMatch(/Accuracy: 0x01 seconds, 0x01F4 millis, unspecified micros/)
      expect(text).toMatch(/TSA: DirName:\/?O ?= ?Tests, ?CN ?= ?Test Clock|TSA: DirName:\/O=Tests\/CN=Test Clock/)
    })

    it.each(['rsa', 'P-521'] as const)('verifies a token signed with another kind of key: %s', async (key) => {
      const { certificate, key: path } = key === 'rsa' ? rsa : authority.issue('Other Clock', { key })
      const own = await openAuthority(readFileSync(certificate, 'utf8'), readFileSync(path, 'utf8'))
      const asked = readRequest(query({ hash: createHash('sha256').update('').digest() }), policy) as TimestampRequest
      const response = authority.path('response')
      writeFileSync(response, granted((await signToken(own, { policy, accuracyMs: 1 }, asked)).content))
      writeFileSync(authority.path('document'), '')
      const args = ['-in', response, '-data', authority.path('document'), '-CAfile', authority.root.certificate]
      expect(authority.openssl('ts', '-verify', ...args)).toContain('Verification: OK')
    })

    it('reads a refusal', async () => {
      authority.openssl('ts', '-query', '-data', path('document'), '-sha1', '-out', path('request'))
      writeFileSync(path('response'), (await timestamp(service, readFileSync(path('request')), ada.auth)).bytes)
      const text = authority.openssl('ts', '-reply', '-in', path('response'), '-text')
      expect(text).toMatch(/Status: Rejected\.[\s\S]*Failure info: unrecognized or unsupported algorithm identifier/)
    })

    it('must log in where the authority is not open', async () => {
      const { status, headers } = await timestamp(service, readFileSync(path('request')))
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Tallystick", Bearer'])
    })

    it.each<[string, CertificateOptions, RegExp]>([
      ['another purpose', { purpose: 'critical,codeSigning' }, /^TSA_CERTIFICATE is not for timestamping alone/],
      [
        'a purpose that is not critical',
        { purpose: 'timeStamping' },
        /^TSA_CERTIFICATE .*does not mark that as critical/,
      ],
      ['rights to issue', { isAuthority: true }, /^TSA_CERTIFICATE may do more than sign/],
    ])('gets no token of a certificate with %s: the service refuses to start', async (_, options, words) => {
      const { certificate, key } = authority.issue('Unfit', options)
      const opening = openAuthority(readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8'))
      await expect(opening).rejects.toThrow(words)
    })

    it('gets no token of a key that does not fit: the service refuses to start', async () => {
      const other = authority.issue('Other')
      const certificate = readFileSync(rsa.certificate, 'utf8')
      const open = (key: string) => openAuthority(certificate, key)
      await expect(open(readFileSync(other.key, 'utf8'))).rejects.toThrow('TSA_KEY does not belong to TSA_CERTIFICATE')
      await expect(open('-----BEGIN PRIVATE KEY-----\nAAAA')).rejects.toThrow('TSA_KEY is not a private key')
      await expect(openAuthority('', '')).rejects.toThrow(/^TSA_CERTIFICATE: no certificate/)
      await expect(open(readFileSync(rsa.key, 'utf8'))).resolves.toMatchObject({ digest: 'SHA-256' })
      const old = authority.path('old')
      const request = [
        '-newkey',
        'rsa:1024',
        '-nodes',
        '-keyout',
        `${old}.key`,
        '-subj',
        '/CN=Old',
        '-out',
        `${old}.pem`,
      ]
      authority.openssl('req', '-x509', ...request, '-addext', 'extendedKeyUsage=critical,timeStamping')
      const small = openAuthority(readFileSync(`${old}.pem`, 'utf8'), readFileSync(`${old}.key`, 'utf8'))
      await expect(small).rejects.toThrow('TSA_KEY must be RSA of 2048 bits or more')
    })
  })

  describe('the reference client of calendars', () => {
    it('submits, waits while the commitment is pending, and upgrades, as the documentation shows', async () => {
      const example = blocksOf('docs/integrators.md', 'python').find((block) => block.includes('opentimestamps')) ?? ''
      const path = authority.path('agreement.txt')
      const content = `agreed ${Math.random()}`
      writeFileSync(path, content)
      await service.rpc('evm_setAutomine', false)
      const { env, path: program } = python!
      const client = spawn(program('python3'), ['-c', example, path], { env: { ...env, BASE: service.url } })
      try {
        const failed = once(client.stderr, 'data').then(([text]) => Promise.reject(new Error(String(text))))
        const [said] = await Promise.race([once(client.stdout, 'data'), failed])
        expect(String(said)).toBe('Pending confirmation in Bench\n')
        await service.rpc('evm_setAutomine', true)
        await service.rpc('evm_mine')
        await Promise.race([once(client, 'exit'), failed])
      } finally {
        client.kill()
        await service.rpc('evm_setAutomine', true)
      }
      const digest = createHash('sha256').update(content).digest()
      const { failure, anchors } = verifyOts(readFileSync(`${path}.ots`), { digest })
      expect(failure).toBeUndefined()
      expect(anchors).toMatchObject([{ chain: 'eip155:31337', blockNumber: expect.any(Number) }])
    })
  })

  it('ends with its certificate, in words, and nothing else does', async () => {
    const expired = authority.issue('Expired', { days: -1 })
    settings.TSA_CERTIFICATE = expired.certificate
    settings.TSA_KEY = readFileSync(expired.key, 'utf8').replaceAll('\n', '\\n')
    settings.METRICS_TOKEN = 'see'
    await service.restart()
    const refused = await timestamp(service, query({ hash: randomBytes(32) }), ada.auth)
    expect(statusOf(refused)).toEqual({
      status: 2,
      failure: 14,
      words: expect.stringMatching(/^The certificate of this authority expired on /),
    })
    const ready = await service.call('GET', '/readyz')
    expect([ready.status, ready.body.message]).toEqual([
      200,
      expect.stringContaining('No timestamps (/tsa): The certificate of'),
    ])
    expect((await service.call('POST', '/hash', { hash: someHash() }, ada.auth)).status).toBe(200)
    expect((await service.call('GET', '/metrics', undefined, { authorization: 'Bearer see' })).text).toMatch(
      /^\w*tsa_available 0$/m,
    )
  })
})
