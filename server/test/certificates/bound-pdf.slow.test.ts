import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProofDocument, readPdf, verifyProof } from '@tallystick/proof'
import { certificateOf } from '@tallystick/proof/certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificatePdf } from '../../src/certificates/pdf.js'
import { PdfSigner } from '../../src/certificates/pdf-signature.js'
import { type Change, forged } from './pdf-forger.js'
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
  expect((await readPdf(await draw(of, 'DE')))?.binding).toEqual(same)
})

/** Changes the content of the first page, which is the longest. */
const onPage =
  (edit: (content: string) => string): Change =>
  (content) =>
    content.includes(' TJ\n') ? edit(content) : content
const inFirst = (edit: (content: string) => string) => {
  let isDone = false
  return onPage((content) => {
    if (isDone || !content.includes('/H1')) return content
    isDone = true
    return edit(content)
  })
}
const unchanged: Change = (content) => content
const line = (y: number) => `q\n1 0 0 -1 0 841.89 cm\nBT\n1 0 0 1 60 ${y} Tm\n/F1 12 Tf\n[<00010002> 0] TJ\nET\nQ\n`
const annotation =
  '900 0 obj\n<<\n/Type /Annot\n/Subtype /FreeText\n/Contents (Verified)\n/Rect [50 50 200 200]\n>>\nendobj\n'

describe('a certificate whose forger', () => {
  it('changes nothing says what its proof says', async () => {
    expect((await readPdf(forged(pdf, unchanged)))?.binding).toEqual(same)
  })

  it.each<[string, () => Buffer]>([
    [
      'swaps two letters',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace(/\[<(....)(....)/g, '[<$2$1')),
        ),
    ],
    [
      'leaves a line out',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace(/BT\n[\s\S]*?ET\n/, '')),
        ),
    ],
    [
      'adds a line',
      () =>
        forged(
          pdf,
          inFirst((page) => page + line(700)),
        ),
    ],
    [
      'moves a line',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace(/(\/H1[\s\S]*?Tm\n)/, (text) => text.replace(/(\d+)\.\d+ Tm/, '300 Tm'))),
        ),
    ],
    [
      'makes text invisible',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace('BT\n', 'BT\n3 Tr\n')),
        ),
    ],
    [
      'makes text white',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace(/[\d. ]+ scn\nq\n/, '1 1 1 scn\nq\n')),
        ),
    ],
    [
      'makes text tiny',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace(/\/F(\d) 9\.5 Tf/, '/F$1 0.5 Tf')),
        ),
    ],
    [
      'draws a white box over it',
      () =>
        forged(
          pdf,
          inFirst((page) => `${page}1 1 1 scn\n40 200 500 100 re\nf\n`),
        ),
    ],
    [
      'draws boxes of his own',
      () =>
        forged(
          pdf,
          inFirst((page) => `40 200 5 5 re\nf\n${page}`),
        ),
    ],
    [
      'strikes text out',
      () =>
        forged(
          pdf,
          inFirst((page) => page.replace(/(\d+(?:\.\d+)?) m\n/, '140 m\n').replace(/(\d+(?:\.\d+)?) l\n/, '140 l\n')),
        ),
    ],
    [
      'draws a picture',
      () =>
        forged(
          pdf,
          inFirst((page) => `${page}/Im1 Do\n`),
        ),
    ],
    [
      'changes what letters mean',
      () =>
        forged(pdf, (content) =>
          content.replace(/(beginbfrange\n<0000> <....> \[<0000> )<(....)> <(....)>/, '$1<$3> <$2>'),
        ),
    ],
    [
      'changes the title of the window',
      () => forged(pdf, unchanged, (object) => object.replace(/\(Certificate /, '(Deed of gift ')),
    ],
    [
      'adds a note',
      () => forged(pdf, unchanged, (object) => object.replace('/Annots [', '/Annots [900 0 R '), [annotation]),
    ],
    [
      'runs a script',
      () =>
        forged(pdf, unchanged, (object) =>
          object.replace(
            '/Type /Catalog',
            '/Type /Catalog\n/OpenAction <<\n/S /JavaScript\n/JS (app.alert\\(1\\))\n>>',
          ),
        ),
    ],
    [
      'leads the link elsewhere',
      () =>
        forged(pdf, unchanged, (object) =>
          object.replace('(https://notary.example/s/', '(https://notary.example.org/s/'),
        ),
    ],
    [
      'appends a revision',
      () =>
        Buffer.concat([pdf, Buffer.from('8 0 obj\n<<\n>>\nendobj\nxref\n0 0\ntrailer\n<<\n>>\nstartxref\n0\n%%EOF\n')]),
    ],
    [
      'attaches a second proof',
      () => {
        const other = Buffer.from(JSON.stringify(valid['change of a folder'])).toString('latin1')
        return forged(pdf, unchanged, undefined, [
          `900 0 obj\n<<\n/Type /EmbeddedFile\n/Length ${other.length}\n>>\nstream\n${other}\nendstream\nendobj\n`,
        ])
      },
    ],
    [
      'exchanges the proof',
      () => {
        const other = Buffer.from(JSON.stringify(valid['change of a folder'])).toString('latin1')
        return forged(pdf, (content, dictionary) => (dictionary.includes('/EmbeddedFile') ? other : content))
      },
    ],
  ])('%s is refused', async (_, make) => {
    const bytes = make()
    expect(bytes.equals(pdf)).toBe(false)
    const read = await readPdf(bytes)
    expect(read?.binding.status).toBe('changed')
    const verdict = verifyProof(read?.json, { binding: read!.binding })
    expect(verdict).toMatchObject({ outcome: 'refused', failure: { code: 'words' } })
  })

  it('removes the mark of bound words gets a caveat, and none of its words are trusted', async () => {
    const unmarked = Buffer.from(
      pdf.toString('latin1').replaceAll('tallystick-certificate ', 'tallystick-certificatX '),
      'latin1',
    )
    const read = await readPdf(unmarked)
    expect(read?.binding).toEqual({ status: 'unbound', reason: 'earlier' })
    expect(verifyProof(read?.json, { binding: read!.binding }).caveats.map(({ code }) => code)).toContain(
      'words-unbound',
    )
  })
})

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
    expect(metadata).toContain('<pdf:Keywords>tallystick-certificate 1 EN public served ')
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
  })
})

describe('a signature', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-signature-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString()

  const keys = [
    ['RSA', ['-newkey', 'rsa:2048']],
    ['ECDSA', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
  ] as const
  it.each(keys)('by %s covers the whole file, and openssl agrees', async (name, kind) => {
    const subject = ['-subj', '/CN=Notary', '-days', '2', '-keyout', 'key.pem', '-out', 'own.pem']
    openssl('req', '-x509', ...kind, '-nodes', ...subject)
    writeFileSync(at(`${name}.pem`), readFileSync(at('key.pem'), 'utf8') + readFileSync(at('own.pem'), 'utf8'))
    const signer = await PdfSigner.fromFile(at(`${name}.pem`))
    const signed = await signer.signed(await draw(proof, 'EN', true))
    expect((await readPdf(signed))?.binding).toEqual(same)
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
    await expect(PdfSigner.fromFile(at('empty.pem'))).rejects.toThrow('must contain a private key and its certificate')
    for (const name of ['a', 'b']) {
      const [, [, kind]] = keys
      openssl('req', '-x509', ...kind, '-nodes', '-subj', '/CN=X', '-keyout', `${name}-key.pem`, '-out', `${name}.pem`)
    }
    writeFileSync(at('mixed.pem'), readFileSync(at('a-key.pem'), 'utf8') + readFileSync(at('b.pem'), 'utf8'))
    await expect(PdfSigner.fromFile(at('mixed.pem'))).rejects.toThrow('does not belong to the key')
  })
})

/** Returns the length of a DER value with its header, without the zeros that fill the space for a signature. */
function derLength(der: Buffer): number {
  const bytes = (der[1] ?? 0) & 0x7f
  return 2 + bytes + der.readUIntBE(2, bytes)
}
