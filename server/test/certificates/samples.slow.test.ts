import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { evidenceIn, scriptHash } from '@tallystick/proof'
import { certificateOf, certificatePage } from '@tallystick/proof/certificate'
import { describe, expect, it } from 'vitest'
import { certificatePdf } from '../../src/certificates/pdf.js'
import { CmsSigner } from '../../src/certificates/signing/cms-signer.js'
import { PdfSigner } from '../../src/certificates/signing/pdf-signature.js'
import { logo } from './logos.js'
import { parameters, proof } from './vector-certificates.js'

const folder = fileURLToPath(new URL('samples', import.meta.url))
const script = '/* the verifier */'

/** Signs with a key that is used once. */
async function signed(pdf: Buffer): Promise<Buffer> {
  const own = mkdtempSync(join(tmpdir(), 'tallystick-sample-'))
  try {
    const files = ['-keyout', 'key.pem', '-out', 'own.pem']
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Notary']
    execFileSync('openssl', ['req', '-x509', ...kind, ...files], { cwd: own, stdio: 'pipe' })
    const pem = ['key.pem', 'own.pem'].map((name) => readFileSync(join(own, name), 'utf8'))
    writeFileSync(join(own, 'both.pem'), pem.join(''))
    const signer = new PdfSigner(await CmsSigner.fromFile(join(own, 'both.pem')))
    return await signer.signed(pdf)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

const own = {
  color: '#1a4f8b',
  signature: 'for notary.example',
  logo: { width: logo.width, height: logo.height },
}
const english = () => certificateOf(proof, { ...parameters, language: 'EN' })
const german = () => certificateOf(proof, { ...parameters, language: 'DE' })
const withLook = () => certificateOf(proof, { ...parameters, language: 'EN', offset: 120, look: own })
const samples: Record<string, () => Promise<Buffer>> = {
  'version-3.pdf': () => certificatePdf(english(), { isSigned: false }),
  'version-3-signed.pdf': async () => signed(await certificatePdf(german(), { isSigned: true })),
  'version-3-own.pdf': () => certificatePdf(withLook(), { isSigned: false, logo: logo.png }),
  'version-3-own.html': async () =>
    Buffer.from(certificatePage(withLook(), script, Buffer.from(logo.png).toString('base64'))),
  'version-3.html': async () => Buffer.from(certificatePage(german(), script)),
}

/*
 * Certificates are kept for decades: what was issued once must be recognised by every later verifier. Once a version is released, its
 * samples stay; other words or another form get a version, and samples, of their own. Until then UPDATE_GOLDEN=1 writes them again.
 */
describe('a certificate that was issued before', () => {
  it.each(Object.entries(samples))('says what its proof says: %s', async (name, make) => {
    const path = join(folder, name)
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, await make())
    const evidence = await evidenceIn(readFileSync(path), name, [scriptHash(script)])
    expect(evidence).toEqual({
      form: name.split('.').at(-1),
      json: proof,
      binding: {
        status: 'same',
        form: name.split('.').at(-1),
        shows: 'the-same',
        ...(name.includes('own') && { hasOwn: true }),
      },
    })
  })

  it.each([
    'version-1.pdf',
    'version-1-signed.pdf',
    'version-1.html',
    'version-2.pdf',
    'version-2-signed.pdf',
    'version-2-own.pdf',
    'version-2-own.html',
    'version-2.html',
  ])('is judged by its proof when its words have another form since: %s', async (name) => {
    const evidence = await evidenceIn(readFileSync(join(folder, name)), name, [scriptHash(script)])
    expect(evidence).toEqual({
      form: name.split('.').at(-1),
      json: proof,
      binding: { status: 'unbound', reason: 'earlier' },
    })
  })
})
