import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPdf, sha256, toHex } from '@tallystick/proof'
import { certificateOf } from '@tallystick/proof/certificate'
import { readCertificates, verifyTimestamp } from '@tallystick/proof/tsa'
import { fromBER } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { wallTime } from '../../../test/wall-time.js'
import { certificatePdf } from '../../src/certificates/pdf.js'
import { CmsSigner } from '../../src/certificates/signing/cms-signer.js'
import { PdfSigner } from '../../src/certificates/signing/pdf-signature.js'
import { SignatureTimestamps } from '../../src/certificates/signing/signature-timestamps.js'
import { openAuthority } from '../../src/protocols/tsa/authority.js'
import { signatures } from '../../src/protocols/tsa/signatures.js'
import { makeTrialAuthority } from '../../src/protocols/tsa/trial-authority.js'
import { parameters, proof, same } from './vector-certificates.js'

const idTimeStampToken = '1.2.840.113549.1.9.16.2.14'
const programs = await debianPrograms(['poppler-utils'])
const folder = mkdtempSync(join(tmpdir(), 'tallystick-signature-'))
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString()
const trial = await makeTrialAuthority(wallTime().getTime())
const authority = await openAuthority(trial.certificates, trial.key)
const terms = { policy: '1.2.3.4', accuracyMs: 1000 }
const doubts: string[] = []
const own = { name: '/tsa', timestamp: signatures(authority, terms, { doubts: () => doubts } as never) }
const broken = (name: string, asked: string[]) => ({
  name,
  timestamp: async () => {
    asked.push(name)
    throw new Error('the authority answered with the HTTP status 503')
  },
})
const warned: object[] = []
const logger = { warn: (fields: object) => void warned.push(fields) } as never

beforeAll(() => {
  const subject = ['-subj', '/CN=Notary', '-days', '2', '-keyout', 'key.pem', '-out', 'own.pem']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject)
  writeFileSync(at('signer.pem'), readFileSync(at('key.pem'), 'utf8') + readFileSync(at('own.pem'), 'utf8'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function signed(timestamps: SignatureTimestamps): Promise<Buffer> {
  const signer = new PdfSigner(await CmsSigner.fromFile(at('signer.pem'), timestamps))
  const certificate = certificateOf(proof, { ...parameters, language: 'EN' })
  return signer.signed(await certificatePdf(certificate, { isSigned: true }))
}

/** Returns the signature of a PDF, and its timestamp if it has one. */
function signatureIn(pdf: Buffer) {
  const [, from = 0, second = 0] = /\/ByteRange \[0 (\d+) (\d+) \d+\]/.exec(pdf.toString('latin1'))?.map(Number) ?? []
  const der = Buffer.from(pdf.toString('latin1', from + 1, second - 1), 'hex')
  const { content } = new ContentInfo({ schema: fromBER(new Uint8Array(der)).result })
  const [signer] = new SignedData({ schema: content }).signerInfos
  const attribute = signer?.unsignedAttrs?.attributes.find(({ type }) => type === idTimeStampToken)
  const token = attribute && Buffer.from(attribute.values[0].toBER())
  return { signature: Buffer.from(signer!.signature.valueBlock.valueHexView), token }
}

describe.skipIf(!programs)(`a signed certificate (${noDebian} otherwise)`, () => {
  const pdfsig = (pdf: Buffer) => {
    writeFileSync(at('certificate.pdf'), pdf)
    const { path, env } = programs!
    return execFileSync(path('pdfsig'), ['-nocert', at('certificate.pdf')], { env, encoding: 'utf8' })
  }

  it('carries a timestamp of its signature, which openssl verifies', async () => {
    const pdf = await signed(new SignatureTimestamps([own], logger))
    const { signature, token } = signatureIn(pdf)
    const digest = sha256(signature)
    const facts = await verifyTimestamp(token!, { digest }, readCertificates(trial.certificates))
    expect(facts.authority).toMatch(/^Tallystick test timestamps /)
    writeFileSync(at('token'), token!)
    writeFileSync(at('authority.pem'), trial.certificates)
    const args = ['-verify', '-token_in', '-in', 'token', '-digest', toHex(digest), '-CAfile', 'authority.pem']
    expect(openssl('ts', ...args)).toContain('Verification: OK')
    expect(pdfsig(pdf)).toMatch(
      /Signing Time: (?!Jan 01 1970)[\s\S]*Signature Type: ETSI.CAdES.detached[\s\S]*Total document signed[\s\S]*Signature is Valid/,
    )
    expect((await readPdf(pdf))?.binding).toEqual(same)
  })

  it('goes out with the signature alone when no authority answers, which is logged and counted', async () => {
    const asked: string[] = []
    const timestamps = new SignatureTimestamps([broken('first', asked), broken('second', asked)], logger)
    for (const missing of [1, 2]) {
      const pdf = await signed(timestamps)
      expect(signatureIn(pdf).token).toBeUndefined()
      expect(pdfsig(pdf)).toContain('Signature is Valid')
      expect(timestamps.missing).toBe(missing)
    }
    // The second time, neither is asked.
    expect(asked).toEqual(['first', 'second'])
    expect(warned).toMatchObject([{ authority: 'first' }, { authority: 'second' }])
  })

  it('asks the next authority when one fails, and the own one not while the clock is in doubt', async () => {
    const timestamps = new SignatureTimestamps([own], logger)
    timestamps.prefer(broken('preferred', []))
    expect(signatureIn(await signed(timestamps)).token).toBeDefined()
    doubts.push('the clock was set back')
    expect(await new SignatureTimestamps([own], logger).timestamp(Buffer.alloc(32))).toBeNull()
  })

  it('counts nothing without an authority', async () => {
    const timestamps = new SignatureTimestamps([], logger)
    expect([await timestamps.timestamp(Buffer.alloc(32)), timestamps.missing]).toEqual([null, 0])
  })
})
