import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProofDocument, readPdf } from '@tallystick/proof'
import { certificateOf } from '@tallystick/proof/certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificatePdf } from '../../src/certificates/pdf.js'
import { CmsSigner } from '../../src/certificates/signing/cms-signer.js'
import { PdfSigner } from '../../src/certificates/signing/pdf-signature.js'
import { parameters, proof, same, valid } from './vector-certificates.js'

const drawn = new Map<string, Promise<Buffer>>()
/** Draws a certificate, the same one only once. */
function draw(of: ProofDocument, language: 'EN' | 'DE', isSigned = false): Promise<Buffer> {
  const key = JSON.stringify([of, language, isSigned])
  const known = drawn.get(key) ?? certificatePdf(certificateOf(of, { ...parameters, language }), { isSigned })
  drawn.set(key, known)
  return known
}

let pdf: Buffer
beforeAll(async () => {
  pdf = await draw(proof, 'EN')
})

it.each(Object.entries(valid))('says what its proof says: %s', async (_, of) => {
  for (const language of ['EN', 'DE'] as const) {
    expect(await readPdf(await draw(of, language))).toEqual({ json: of, binding: same })
  }
})

it('says what its proof says when a name has letters that the font lacks, ligatures, and signs to the left', async () => {
  const filename = 'Grafik final 1x2 -> Łódź 北京 \u202efdp.exe Ωμέγα Ж fi ﬁ (a) \\ «»…'
  const of = { ...proof, details: { filename, owner: 'Zoë & Søn' } }
  // How Greek and Cyrillic letters look is not in the table.
  expect((await readPdf(await draw(of, 'DE')))?.binding).toEqual({ ...same, shows: 'unsure' })
})

it.each([
  // As macOS names files.
  ['Mu\u0308ller fu\u0308r Zoe\u0308 ü'],
  ['i\u0307 j\u0301 e\u0301\u0323'],
  ['ẹ e\u0323 x\u0302 \u0301'],
  ['ein sehr langer Name '.repeat(60)],
  ['W'.repeat(900)],
  ['a  b   c\u00a0\u00a0d'.repeat(30)],
])('says what its proof says when a name is %s', async (filename) => {
  const of = { ...proof, details: { filename, owner: filename } }
  expect((await readPdf(await draw(of, 'DE')))?.binding).toMatchObject({ status: 'same' })
})

it.each(Object.entries(valid).filter(([, { details }]) => details?.action !== 'purged'))(
  'fills one sheet, and says on a second how to verify: %s',
  async (_, of) => {
    for (const language of ['EN', 'DE'] as const)
      expect((await draw(of, language)).toString('latin1')).toMatch(/\/Type \/Pages\n\/Count 2\n/)
  },
)

// veraPDF is in no package registry; these are the rules of ISO 19005-3 that a certificate could break.
describe('PDF/A-3b', () => {
  const text = () => pdf.toString('latin1')

  it('states its conformance, and the same facts in both places', () => {
    const metadata = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(text())?.[0] ?? ''
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    const code = proof.code
    expect(metadata).toContain(`<rdf:li xml:lang="x-default">Certificate ${code}</rdf:li>`)
    expect(text()).toContain(`(Certificate ${code})`)
    expect(metadata).toContain('<pdf:Keywords>tallystick-certificate 3 EN public served ')
  })

  it('has an output intent with a profile for its colors', () => {
    expect(text()).toMatch(/\/OutputIntents \[\d+ 0 R\]/)
    expect(text()).toMatch(/\/S \/GTS_PDFA1/)
    const [, length] = /\/Length (\d+)\n\/N 3/.exec(text()) ?? /\/N 3\n[\s\S]{0,80}\/Length (\d+)/.exec(text()) ?? []
    expect(Number(length)).toBeGreaterThan(100)
  })

  it('embeds every font with its widths, and has neither encryption nor transparency nor scripts', () => {
    const descriptors = text().match(/\/Type \/FontDescriptor/g) ?? []
    expect(descriptors.length).toBe((text().match(/\/FontFile[23] \d+ 0 R/g) ?? []).length)
    expect(descriptors.length).toBe(3)
    expect(text()).not.toMatch(/\/Encrypt|\/SMask|\/JavaScript|\/Launch|\/OpenAction/)
  })

  it('attaches the proof as its data', () => {
    expect(text()).toMatch(/\/AFRelationship \/Data/)
    expect(text()).toMatch(/\/Subtype \/application#2Fjson/)
    expect(text()).toMatch(/\/AF \[\d+ 0 R\]/)
  })

  it('is tagged, in its language, and shows its title', async () => {
    expect(text()).toMatch(/\/MarkInfo \d+ 0 R/)
    expect(text()).toMatch(/\/StructTreeRoot \d+ 0 R/)
    expect(text()).toContain('/DisplayDocTitle true')
    expect(text()).toContain('/Lang (en)')
    expect((await draw(proof, 'DE')).toString('latin1')).toContain('/Lang (de)')
    for (const tag of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Figure', 'Link']) {
      expect(text()).toContain(`/S /${tag}\n`)
    }
    expect(text()).toContain('/Alt (https://notary.example/s/')
    expect(text().match(/\/S \/Figure\n/g)).toHaveLength(2)
  })
})

describe('a signature', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-signature-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString()

  /** Each leaves something beside the signature that it does not cover, or that shows. */
  const signedForgeries: ((text: string) => string)[] = [
    (text) => `${text}\n`,
    (text) => text.replace(/0000>\n/, '0001>\n'),
    (text) => text.replace(/(\/ByteRange \[0 )(\d)/, '$10'),
    (text) => text.replace('/Rect [0 0 0 0]', '/Rect [0 0 9 9]'),
    (text) => text.replace('/T (Signature)', '/T (Confirmed)'),
    (text) => text.replace('/SigFlags 3', '/SigFlags 1'),
    (text) => text.replace('/ETSI.CAdES.detached', '/ETSI.CAdES.Detached'),
    (text) => text.replace('/F 4\n/P ', '/F 6\n/P '),
  ]

  const keys = [
    ['RSA', ['-newkey', 'rsa:2048']],
    ['ECDSA', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
  ] as const
  it.each(keys)('by %s covers the whole file, and openssl agrees', async (name, kind) => {
    const subject = ['-subj', '/CN=Notary', '-days', '2', '-keyout', 'key.pem', '-out', 'own.pem']
    openssl('req', '-x509', ...kind, '-nodes', ...subject)
    writeFileSync(at(`${name}.pem`), readFileSync(at('key.pem'), 'utf8') + readFileSync(at('own.pem'), 'utf8'))
    const signer = new PdfSigner(await CmsSigner.fromFile(at(`${name}.pem`)))
    const signed = await signer.signed(await draw(proof, 'EN', true))
    expect((await readPdf(signed))?.binding).toEqual(same)
    const unread = { json: proof, binding: { status: 'unbound', reason: 'resaved' } }
    for (const edit of signedForgeries) {
      const bytes = Buffer.from(edit(signed.toString('latin1')), 'latin1')
      expect(bytes.equals(signed), String(edit)).toBe(false)
      expect(await readPdf(bytes), String(edit)).toEqual(unread)
    }
    const text = signed.toString('latin1')
    const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number) ?? []
    const [from = 0, length = 0, second = 0, rest = 0] = range
    expect([from, second + rest]).toEqual([0, signed.length])
    const hex = text.slice(length + 1, second - 1)
    writeFileSync(at('content'), Buffer.concat([signed.subarray(0, length), signed.subarray(second)]))
    writeFileSync(at('signature'), Buffer.from(hex, 'hex').subarray(0, derLength(Buffer.from(hex, 'hex'))))
    const verify = () =>
      openssl(
        'cms',
        '-verify',
        '-cades',
        '-inform',
        'DER',
        '-in',
        'signature',
        '-content',
        'content',
        '-binary',
        '-CAfile',
        'own.pem',
        '-purpose',
        'any',
        '-out',
        'verified',
      )
    verify()
    writeFileSync(at('content'), 'something else')
    expect(verify).toThrow()
  })

  it('needs a key and the certificate that belongs to it', async () => {
    writeFileSync(at('empty.pem'), '')
    await expect(CmsSigner.fromFile(at('empty.pem'))).rejects.toThrow('must contain a private key and its certificate')
    for (const name of ['a', 'b']) {
      const [, [, kind]] = keys
      openssl('req', '-x509', ...kind, '-nodes', '-subj', '/CN=X', '-keyout', `${name}-key.pem`, '-out', `${name}.pem`)
    }
    writeFileSync(at('mixed.pem'), readFileSync(at('a-key.pem'), 'utf8') + readFileSync(at('b.pem'), 'utf8'))
    await expect(CmsSigner.fromFile(at('mixed.pem'))).rejects.toThrow('does not belong to the key')
  })
})

/** Returns the length of a DER value with its header, without the zeros that fill the space for a signature. */
function derLength(der: Buffer): number {
  const bytes = (der[1] ?? 0) & 0x7f
  return 2 + bytes + der.readUIntBE(2, bytes)
}
