import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha384 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debianPrograms, noDebian } from '../../test/debian.js'
import { runs } from '../../test/tier.js'
import {
  type CertificateOptions,
  type IssuedCertificate,
  type ResponseOptions,
  TestAuthority,
} from '../../test/timestamp-authority.js'
import { wallTime } from '../../test/wall-time.js'
import { ProofError, sha256, utf8 } from '../src/index.js'
import { readCertificates, verifyTimestamp } from '../src/tsa/index.js'
import { readToken } from '../src/tsa/token.js'

const programs = await debianPrograms(['openssl'])
const content = utf8('a contract')

describe.skipIf(!programs)(`a timestamp token made by openssl (${noDebian} otherwise)`, () => {
  let authority: TestAuthority
  let trusted: ReturnType<typeof readCertificates>
  beforeAll(() => {
    authority = new TestAuthority(programs!)
    trusted = readCertificates(readFileSync(authority.root.certificate, 'utf8'))
  })
  afterAll(() => authority?.remove())

  /** Certificates and responses of the same options are made once: each takes several starts of openssl. */
  const issued = new Map<string, IssuedCertificate>()
  const signer = (options: CertificateOptions = {}) =>
    made(issued, options, () => authority.issue('Test Clock', options))
  const responses = new Map<string, Buffer>()
  const respond = (options: CertificateOptions = {}, response: ResponseOptions = {}) =>
    made(responses, [options, response], () => authority.respond(content, signer(options), response))

  function made<T>(kept: Map<string, T>, options: unknown, make: () => T): T {
    const key = JSON.stringify(options)
    const value = kept.get(key) ?? make()
    kept.set(key, value)
    return value
  }
  const codeOf = async (verifying: Promise<unknown>) => {
    const error = await verifying.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ProofError)
    return `${(error as ProofError).code}: ${(error as ProofError).message}`
  }

  test.each([
    ['P-256', {}, {}],
    ['RSA', { key: 'rsa' }, { digest: 'sha512' }],
    ['P-384', { key: 'P-384' }, { digest: 'sha384', essDigest: 'sha512' }],
    ['certificate named by SHA-1', {}, { essDigest: 'sha1' }],
  ] as const)('gives its time, authority and accuracy: %s', async (_, key, options) => {
    const before = Math.floor(wallTime().getTime() / 1000) * 1000
    const response = authority.respond(content, signer(key), options)
    const facts = await verifyTimestamp(response, { content }, trusted)
    expect(Date.parse(facts.time)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(facts.time)).toBeLessThanOrEqual(wallTime().getTime())
    expect(facts).toMatchObject({
      accuracyMs: 1500.1,
      authority: 'Test Clock',
      trustedAuthority: 'Test Root',
      serialNumber: '0badc0de0badc0df',
    })
  })

  test('is verified by the example of the README', () => {
    const home = mkdtempSync(join(tmpdir(), 'tallystick-tsa-'))
    try {
      symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(home, 'node_modules'))
      const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
      const [, example = ''] = /^```js\n([^`]*tallystick\/proof\/tsa[^`]*)^```$/m.exec(readme) ?? []
      writeFileSync(join(home, 'example.mjs'), example)
      writeFileSync(join(home, 'agreement.txt'), content)
      writeFileSync(join(home, 'agreement.tsr'), respond())
      writeFileSync(join(home, 'authority.pem'), readFileSync(authority.root.certificate))
      const said = execFileSync(process.execPath, ['example.mjs'], { cwd: home, encoding: 'utf8' })
      expect(said).toMatch(/^\d{4}-\S+Z 1500\.1 Test Clock\n$/)
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  test('can be compared with a digest when the file is not at hand', async () => {
    const response = respond({}, { digest: 'sha384' })
    const { hashAlgorithm } = await verifyTimestamp(response, { digest: sha384(content) }, trusted)
    expect(hashAlgorithm).toBe('SHA-384')
    for (const digest of [sha384(utf8('another')), sha256(content), new Uint8Array()]) {
      expect(await codeOf(verifyTimestamp(response, { digest }, trusted))).toMatch(/^digest: .*about another file/)
    }
  })

  test('leads to its authority through intermediate certificates', async () => {
    const above = authority.issue('Test Middle', { isAuthority: true, purpose: '' })
    const below = authority.issue('Test Lower', { isAuthority: true, purpose: 'timeStamping', issuer: above })
    const token = (chain: (typeof above)[]) => respond({ issuer: below }, { chain })
    const facts = await verifyTimestamp(token([below, above]), { content }, trusted)
    expect(facts.trustedAuthority).toBe('Test Root')
    const middle = readCertificates(readFileSync(above.certificate, 'utf8'))
    await expect(verifyTimestamp(token([below]), { content }, middle)).resolves.toMatchObject({
      trustedAuthority: 'Test Middle',
    })
    expect(await codeOf(verifyTimestamp(token([above]), { content }, trusted))).toMatch(/^authority: .*does not lead/)
  })

  test('does not loop over certificates that issued each other', async () => {
    const options = { isAuthority: true, purpose: '' }
    const one = authority.issue('Test One', options)
    const two = authority.issue('Test Two', { ...options, issuer: one })
    const back = authority.issue('Test One', { ...options, issuer: two, renews: one })
    const response = respond({ issuer: one }, { chain: [back, two] })
    expect(await codeOf(verifyTimestamp(response, { content }, trusted))).toMatch(/^authority: .*does not lead/)
    await expect(
      verifyTimestamp(respond({ issuer: one }, { chain: [back, two, one] }), { content }, trusted),
    ).resolves.toBeDefined()
  })

  test('proves nothing without an authority that the reader trusts', async () => {
    const other = new TestAuthority(programs!)
    try {
      const others = readCertificates(readFileSync(other.root.certificate, 'utf8'))
      const response = respond()
      expect(await codeOf(verifyTimestamp(response, { content }, others))).toMatch(/^authority: .*does not lead/)
      expect(await codeOf(verifyTimestamp(response, { content }, []))).toMatch(/^authority: .*does not lead/)
      await expect(verifyTimestamp(response, { content }, [...others, ...trusted])).resolves.toBeDefined()
    } finally {
      other.remove()
    }
  })

  test('of a certificate that had expired is refused', async () => {
    expect(await codeOf(verifyTimestamp(respond({ days: -1 }), { content }, trusted))).toMatch(
      /^authority: the certificate of Test Clock was not valid at /,
    )
  })

  test.each([
    ['another purpose', { purpose: 'critical,codeSigning' }, 'is not for timestamping alone'],
    ['a second purpose', { purpose: 'critical,timeStamping,codeSigning' }, 'is not for timestamping alone'],
    ['any purpose', { purpose: '' }, 'is not for timestamping alone'],
    ['a purpose that is not critical', { purpose: 'timeStamping' }, 'does not mark that as critical'],
    ['a signature over SHA-1', { md: 'sha1' }, 'is not signed with SHA-2'],
  ] as const)('of a certificate with %s is refused', async (_, options, words) => {
    // openssl refuses to make such tokens, but signs any content.
    const { key, certificate } = signer(options)
    const info = authority.path('info')
    // Of now: the certificate isn't valid before it was made.
    writeFileSync(info, readToken(authority.respond(content, signer())).content)
    const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-nodetach', '-binary', '-cades', '-md', 'sha256']
    const files = ['-signer', certificate, '-inkey', key, '-in', info, '-outform', 'DER', '-out', `${info}.tsr`]
    authority.openssl('cms', '-sign', ...type, ...files)
    expect(await codeOf(verifyTimestamp(readFileSync(`${info}.tsr`), { content }, trusted))).toContain(words)
  })

  test('of an authority issued by one for other purposes is refused', async () => {
    const issuer = authority.issue('Test Mail', { isAuthority: true, purpose: 'emailProtection' })
    expect(await codeOf(verifyTimestamp(respond({ issuer }, { chain: [issuer] }), { content }, trusted))).toMatch(
      /^authority: the certificate of Test Mail is not for timestamping/,
    )
    const leaf = signer()
    const none = respond({ issuer: leaf }, { chain: [leaf] })
    expect(await codeOf(verifyTimestamp(none, { content }, trusted))).toMatch(/^authority: /)
  })

  test('of a SHA-1 digest is refused', async () => {
    expect(await codeOf(verifyTimestamp(respond({}, { digest: 'sha1' }), { content }, trusted))).toMatch(
      /^unsupported: .*can be forged/,
    )
  })

  test('without its certificate needs it from the reader', async () => {
    const response = respond({}, { certificates: false })
    expect(await codeOf(verifyTimestamp(response, { content }, trusted))).toMatch(
      /^token: .*lacks its signer's certificate/,
    )
  })

  test('is refused when truncated, followed by more bytes, or in another format', async () => {
    const response = respond()
    expect(await codeOf(verifyTimestamp(Buffer.concat([response, Buffer.of(0)]), { content }, trusted))).toMatch(
      /^malformed: .*trailing/,
    )
    for (const other of [response.subarray(0, -1), utf8('{}'), new Uint8Array(), Buffer.alloc(100_000)]) {
      expect(await codeOf(verifyTimestamp(other, { content }, trusted))).toMatch(/^malformed: /)
    }
    const rejection = Buffer.from('30030a0102', 'hex')
    expect(await codeOf(verifyTimestamp(rejection, { content }, trusted))).toMatch(/^malformed: /)
  })

  test('that was tampered with is refused or says the same', async () => {
    const response = respond({ key: 'rsa' })
    const facts = await verifyTimestamp(response, { content }, trusted)
    const property = fc.asyncProperty(
      fc.nat(response.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, bits) => {
        const changed = Uint8Array.from(response)
        changed[at] = changed[at]! ^ bits
        try {
          expect(await verifyTimestamp(changed, { content }, trusted)).toEqual(facts)
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError)
        }
      },
    )
    await fc.assert(property, { numRuns: runs(300) })
  })
})

describe('certificates in PEM', () => {
  test.each([
    ['nothing', ''],
    ['a key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['damaged', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['no base64', '-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----'],
  ])('are refused with a clear message: %s', (_, pem) => {
    expect(() => readCertificates(pem)).toThrow(ProofError)
  })
})
