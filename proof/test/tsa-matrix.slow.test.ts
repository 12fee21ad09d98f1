import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { debianPrograms, noDebian } from '../../test/debian.js'
import { ProofError } from '../src/index.js'
import { readCertificates, verifyTimestamp } from '../src/tsa/index.js'
import { digestOf, extensions, imprints, oddToken, type TokenForm } from './odd-tokens.js'

const programs = await debianPrograms(['openssl'])
const digest = digestOf('a contract')
const { authority, keyUsage, purposes, unknown } = extensions
const ca = [authority(), keyUsage(0x06)]
const signer = [keyUsage(0x80), purposes()]
const old = { from: 2010, to: 2014 }

/** Tokens that both accept. */
const accepted: Record<string, TokenForm> = {
  'as it should be': {},
  'an RSA key': { keys: 'rsa' },
  'no accuracy': { accuracy: {} },
  'an accuracy of ten years': { accuracy: { seconds: 315_360_000 } },
  'a fraction of a second': { time: '20261101000000.5Z' },
  'a chain that expired since': { root: old, issuer: old, signer: old, time: '20120601000000Z' },
  'an authority without key usage': { issuer: { extensions: [authority()] } },
  'a signer without key usage': { signer: { extensions: [purposes()] } },
  'a signer for non-repudiation': { signer: { extensions: [keyUsage(0x40), purposes()] } },
  'a signer that is an authority too': { signer: { extensions: [authority(), ...signer] } },
  'a signer with a critical name': { signer: { extensions: [...signer, extensions.otherName()] } },
  'a signer with critical policies': { signer: { extensions: [...signer, extensions.policies()] } },
  'an unknown extension that is not critical': { signer: { extensions: [...signer, unknown(false)] } },
  'names that the issuer may certify': { issuer: { extensions: [...ca, extensions.namesOnly('Clock')] } },
  'names other than those excluded': { issuer: { extensions: [...ca, extensions.namesBut('Somebody')] } },
  'an issuer for signers only': { issuer: { extensions: [authority(0), keyUsage(0x06)] } },
  'only the issuer trusted': { trusts: 'issuer' },
  'only the signer trusted': { trusts: 'signer' },
  'its own name in the token': { tsa: 'Clock' },
  'its issuer named with its certificate': { essIssuer: 'Issuer' },
}

/** Tokens that both refuse, by our reason. */
const refused: Record<string, [TokenForm, RegExp]> = {
  'nobody trusted': [{ trusts: 'another' }, /does not lead to an authority/],
  'an issuer without basic constraints': [{ issuer: { extensions: [keyUsage(0x86)] } }, /Issuer may not issue/],
  'an issuer that is no authority': [{ issuer: { extensions: [extensions.noAuthority()] } }, /Issuer may not issue/],
  'an issuer that may not sign certificates': [
    { issuer: { extensions: [authority(), keyUsage(0x80)] } },
    /Issuer may not issue/,
  ],
  'a root without basic constraints': [{ root: { extensions: [] } }, /Root may not issue/],
  'a root of version 1': [{ root: { version: 1 } }, /Root may not issue/],
  'a signature by RSA-PSS': [{ keys: 'rsa-pss' }, /RSA or ECDSA/],
  'a root that may not certify issuers': [
    { root: { extensions: [authority(0), keyUsage(0x06)] } },
    /Root may not issue certificates of authorities/,
  ],
  'names for others only': [{ issuer: { extensions: [...ca, extensions.namesOnly('Somebody')] } }, /name constraint/],
  'an excluded name': [{ issuer: { extensions: [...ca, extensions.namesBut('Clock')] } }, /name constraint/],
  'a signer with an unknown critical extension': [
    { signer: { extensions: [...signer, unknown(true)] } },
    /Clock has a critical extension/,
  ],
  'an issuer with an unknown critical extension': [
    { issuer: { extensions: [...ca, unknown(true)] } },
    /Issuer has a critical extension/,
  ],
  'a root with an unknown critical extension': [
    { root: { extensions: [...ca, unknown(true)] } },
    /Root has a critical extension/,
  ],
  'a signer that had expired': [{ signer: { to: 2020 } }, /Clock was not valid at/],
  'a signer that was not valid yet': [{ signer: { from: 2030 } }, /Clock was not valid at/],
  'an issuer that had expired': [{ issuer: { to: 2020 } }, /Issuer was not valid at/],
  'a root that had expired': [{ root: { to: 2020 } }, /Root was not valid at/],
  'a purpose besides timestamping': [
    { signer: { extensions: [keyUsage(0x80), purposes(['timeStamping', 'codeSigning'])] } },
    /not for timestamping alone/,
  ],
  'another purpose': [
    { signer: { extensions: [keyUsage(0x80), purposes(['codeSigning'])] } },
    /not for timestamping alone/,
  ],
  'any purpose': [{ signer: { extensions: [keyUsage(0x80), purposes(['any'])] } }, /not for timestamping alone/],
  'no purpose': [{ signer: { extensions: [keyUsage(0x80)] } }, /not for timestamping alone/],
  'a purpose that is not critical': [
    { signer: { extensions: [keyUsage(0x80), purposes(['timeStamping'], { critical: false })] } },
    /mark that as critical/,
  ],
  'a key for encryption': [{ signer: { extensions: [keyUsage(0x20), purposes()] } }, /may do more than sign/],
  'a key for signing and encryption': [
    { signer: { extensions: [keyUsage(0xa0), purposes()] } },
    /may do more than sign/,
  ],
  'another digest': [{ imprint: { algorithm: imprints.sha256, digest: digestOf('another') } }, /about another file/],
  'a token of another version': [{ version: 2 }, /version/],
  'the name of another authority in the token': [{ tsa: 'Somebody' }, /names another authority/],
  'another issuer named with its certificate': [{ essIssuer: 'Somebody' }, /names another/],
  'a damaged signature': [{ damaged: true }, /invalid signature/],
}

/** Tokens that we alone refuse. */
const stricter: Record<string, [TokenForm, RegExp]> = {
  'a certificate signed over SHA-1': [{ signer: { digest: 'SHA-1' } }, /not signed with SHA-2/],
  // A key that can be computed.
  'an RSA key of 1024 bits': [{ keys: 'rsa-1024' }, /key .* short/],
  // A digest of another algorithm than it says.
  'an imprint shorter than its algorithm makes': [
    { imprint: { algorithm: imprints.sha512, digest } },
    /does not fit its algorithm/,
  ],
  // Not supported, which leaves the token open.
  'a critical extension of the token': [{ criticalExtension: true }, /critical extension/],
  // Authorities for other purposes don't certify clocks, as browsers have it.
  'an issuer for other purposes': [
    { issuer: { extensions: [...ca, purposes(['codeSigning'], { critical: false })] } },
    /Issuer is not for timestamping/,
  ],
  // RFC 3161 §2.4.2: UTC, with seconds; a fraction does not end with 0.
  'a time without its zone': [{ time: '20261101000000' }, /time .*UTC/],
  'a time of another zone': [{ time: '20261101000000+0500' }, /time .*UTC/],
  'a time without seconds': [{ time: '202611010000Z' }, /time .*UTC/],
  'a fraction that ends with 0': [{ time: '20261101000000.50Z' }, /time .*UTC/],
}

test.each([
  ['years', { seconds: 315_360_000 }, 315_360_000_000],
  ['as many seconds as take four bytes', { seconds: 16_777_216 }, 16_777_216_000],
  ['a second and a half', { seconds: 1, millis: 500 }, 1500],
  ['nothing', {}, 0],
])('an accuracy of %s is read as it was written', async (_, accuracy, accuracyMs) => {
  const { token, trusted } = await oddToken(digest, { accuracy })
  expect(await verifyTimestamp(token, { digest }, readCertificates(trusted))).toMatchObject({ accuracyMs })
})

describe.skipIf(!programs)(`a timestamp token, judged as openssl does (${noDebian} otherwise): with`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tokens-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  async function judge(form: TokenForm) {
    const { token, trusted } = await oddToken(digest, form)
    const [path, anchors] = [join(folder, 'token'), join(folder, 'trusted.pem')]
    writeFileSync(path, token)
    writeFileSync(anchors, trusted)
    const at = /^(\d{4})(\d\d)(\d\d)/
      .exec(form.time ?? '20261101')!
      .slice(1)
      .map(Number)
    const seconds = Date.UTC(at[0]!, at[1]! - 1, at[2]!) / 1000
    const own = await verifyTimestamp(token, { digest }, readCertificates(trusted)).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ProofError ? `${error.code}: ${error.message}` : Promise.reject(error)),
    )
    return { own, openssl: openssl(path, anchors, seconds) }
  }

  function openssl(token: string, anchors: string, seconds: number): string {
    const { path, env } = programs!
    const given = ['-digest', digest.toString('hex'), '-in', token, '-token_in', '-CAfile', anchors]
    try {
      execFileSync(path('openssl'), ['ts', '-verify', ...given, '-partial_chain', '-attime', `${seconds}`], {
        env,
        stdio: 'pipe',
      })
      return 'accepted'
    } catch {
      return 'refused'
    }
  }

  test.each(Object.entries(accepted))('%s: accepted', async (_, form) => {
    expect(await judge(form)).toEqual({ own: 'accepted', openssl: 'accepted' })
  })
  test.each(Object.entries(refused))('%s: refused', async (_, [form, reason]) => {
    expect(await judge(form)).toEqual({ own: expect.stringMatching(reason), openssl: 'refused' })
  })
  test.each(Object.entries(stricter))('%s: refused here alone', async (_, [form, reason]) => {
    expect(await judge(form)).toEqual({ own: expect.stringMatching(reason), openssl: 'accepted' })
  })
})
