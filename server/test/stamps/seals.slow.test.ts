import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromBER } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSigningKey } from '../../../test/signing-key.js'
import { loadConfig } from '../../src/settings.js'
import { type Answer, someHash, type TestAccount, useOwnService, useService } from '../service.js'
import { dataOf, expectError, stamp } from './shapes.js'

const stampedCopyCode = '2.25.251799650930788645003319422425335119894'
const timeStampToken = '1.2.840.113549.1.9.16.2.14'

const { folder, file, certificate } = makeSigningKey()
const service = useOwnService({ CERTIFICATE_KEY_FILE: file, SEAL_COPIES: 'true', TSA: 'accounts' })
const without = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})
afterAll(() => rmSync(folder, { recursive: true }))

const seal = (code: string, digest: unknown = someHash(), by = ada) =>
  service.call('POST', `/hash/codes/${code}/seal`, { digest }, by.auth)
const reserve = async (by = ada): Promise<string> =>
  dataOf(await service.call('POST', '/hash/codes', {}, by.auth)).codes[0].code
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString()
const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const refused = (answer: Answer, code: string) =>
  expectError(answer, 409, 'code_not_reserved', new RegExp(`^code: ${code} is not reserved for this account`))
const boundTo = async (code: string) =>
  (
    await service.database.db.query<{ digest: Buffer | null }>(
      'SELECT sealed_digest AS digest FROM reserved_codes WHERE code = $1',
      [code],
    )
  )[0]?.digest

describe('a seal', () => {
  it('is a signature of the digest and the code, with a timestamp of it, as openssl verifies', async () => {
    const content = Buffer.from('all bytes of a copy but those of the seal')
    const code = await reserve()
    const data = dataOf(await seal(`${code.slice(0, 5)}-${code.slice(5).toLowerCase()}`, sha256(content).toUpperCase()))
    expect(data).toEqual({ code, signature: expect.any(String) })
    const der = Buffer.from(data.signature, 'base64')
    write('content', content)
    write('seal', der)
    const verify = (name: string) =>
      openssl('cms', '-verify', '-binary', '-inform', 'DER', '-in', 'seal', '-content', name, '-CAfile', certificate)
    expect(verify('content')).toBe(content.toString())
    write('other', 'other bytes')
    expect(() => verify('other')).toThrow(/digest|verification failure/i)

    const { content: signed } = new ContentInfo({ schema: fromBER(new Uint8Array(der)).result })
    const [signer] = new SignedData({ schema: signed }).signerInfos
    const attributes = signer?.signedAttrs?.attributes ?? []
    expect(attributes).toHaveLength(4)
    const parsed = openssl('asn1parse', '-inform', 'DER', '-in', 'seal')
    expect(parsed).toMatch(new RegExp(`:${stampedCopyCode}\\n.*: SET .*\\n.*UTF8STRING +:${code}\\n`))
    const token = signer?.unsignedAttrs?.attributes.find(({ type }) => type === timeStampToken)?.values[0]
    write('token', Buffer.from(token.toBER()))
    write('authority.pem', (await service.call('GET', '/tsa/certificates')).text)
    const digest = sha256(signer!.signature.valueBlock.valueHexView)
    const args = ['-verify', '-token_in', '-in', 'token', '-digest', digest, '-CAfile', 'authority.pem']
    expect(openssl('ts', ...args)).toContain('Verification: OK')
  })

  it('of the same digest is made again; of another one it is refused', async () => {
    const [code, digest] = [await reserve(), someHash()]
    for (const _ of [1, 2]) expect((await seal(code, digest)).status).toBe(200)
    expectError(await seal(code), 409, 'code_sealed', new RegExp(`^code: ${code} has sealed another copy`))
    expect((await seal(code, digest)).status).toBe(200)
  })

  it('leaves the code to its stamp, and is forgotten with it', async () => {
    const [code, digest] = [await reserve(), someHash()]
    dataOf(await seal(code, digest))
    expect((await boundTo(code))?.toString('hex')).toBe(digest)
    expect(await stamp(service, ada, { code })).toMatchObject({ code })
    expect(await boundTo(code)).toBeNull()
    refused(await seal(code, digest), code)
  })

  it('409 for a code of another account, an unknown, an expired and a used one', async () => {
    const [foreign, expired, used] = [await reserve(bea), await reserve(), await reserve()]
    const past = "UPDATE reserved_codes SET expires_at = now() - interval '1 second' WHERE code = $1"
    await service.database.db.execute(past, [expired])
    await stamp(service, ada, { code: used })
    for (const code of [foreign, 'R000000000', expired, used, '0123456789']) refused(await seal(code), code)
    expect(await boundTo(foreign)).toBeNull()
    expect((await seal(foreign, someHash(), bea)).status).toBe(200)
  })

  it('400 names the field; 401 without a token that is valid', async () => {
    const code = await reserve()
    for (const digest of ['', 'ab', `${someHash()}00`, `sha256:${someHash()}`, 7])
      expectError(await seal(code, digest), 400, 'invalid', /^digest:/)
    expectError(await seal('R12'), 400, 'invalid', /^code:/)
    const more = { digest: someHash(), reason: 'approved' }
    expectError(
      await service.call('POST', `/hash/codes/${code}/seal`, more, ada.auth),
      400,
      'invalid',
      /^reason: unknown/,
    )
    const stranger = { authorization: 'Bearer none' }
    const answer = await service.call('POST', `/hash/codes/${code}/seal`, { digest: someHash() }, stranger)
    expect(answer.status).toBe(401)
  })
})

describe('64 requests to seal under one code', () => {
  const race = (code: string, digests: readonly string[]) =>
    Promise.all(digests.map(async (digest) => ({ digest, answer: await seal(code, digest) })))

  it('with a digest each seal one of them', async () => {
    const code = await reserve()
    const all = await race(
      code,
      Array.from({ length: 64 }, () => someHash()),
    )
    const [sealed, ...others] = all.filter(({ answer }) => answer.status === 200)
    expect(others).toEqual([])
    expect((await boundTo(code))?.toString('hex')).toBe(sealed?.digest)
    for (const { answer } of all)
      if (answer !== sealed?.answer) expectError(answer, 409, 'code_sealed', /has sealed another copy/)
  })

  it('with one digest are all answered', async () => {
    const code = await reserve()
    const all = await race(code, Array<string>(64).fill(someHash()))
    expect(all.map(({ answer }) => answer.status)).toEqual(Array(64).fill(200))
  })

  it('beside its stamp seal before that, or are refused', async () => {
    const [code, digest] = [await reserve(), someHash()]
    const [all] = await Promise.all([race(code, Array<string>(64).fill(digest)), stamp(service, ada, { code })])
    for (const { answer } of all) if (answer.status !== 200) refused(answer, code)
    expect(await boundTo(code)).toBeNull()
  })
})

describe('a service that seals no copies', () => {
  it('says so, whatever the code is', async () => {
    const eve = await without.account()
    const answer = await without.call('POST', '/hash/codes/R000000000/seal', { digest: someHash() }, eve.auth)
    expectError(answer, 403, 'seal_off', 'This service does not seal copies. Its operator can set SEAL_COPIES.')
  })

  it('is what there is without a key: SEAL_COPIES needs one', () => {
    expect(() => loadConfig({ SEAL_COPIES: 'true' })).toThrow(/CERTIFICATE_KEY_FILE must be set with SEAL_COPIES=true/)
  })
})
