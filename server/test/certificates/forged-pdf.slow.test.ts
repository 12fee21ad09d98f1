import { englishWords, readPdf, sayCaveat, verifyProof } from '@tallystick/proof'
import { certificateOf } from '@tallystick/proof/certificate'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificatePdf } from '../../src/certificates/pdf.js'
import { logo } from './logos.js'
import { type Change, forged } from './pdf-forger.js'
import { parameters, proof, same, valid } from './vector-certificates.js'

let pdf: Buffer
beforeAll(async () => {
  pdf = await certificatePdf(certificateOf(proof, { ...parameters, language: 'EN' }), { isSigned: false })
})

const unchanged: Change = (content) => content
/** Changes the content of the first page, which has the headline. */
const onPage =
  (edit: (content: string) => string): Change =>
  (content) =>
    content.includes('/H1 <<') ? edit(content) : content
const drawing = (edit: (content: string) => string) => () => forged(pdf, onPage(edit))
const inObjects =
  (edit: (object: string) => string, ...extra: string[]) =>
  () =>
    forged(pdf, unchanged, edit, extra)
const inPages = (member: string) => inObjects((object) => object.replace('/Type /Pages', `/Type /Pages\n${member}`))
const inPage = (member: string) => inObjects((object) => object.replace(/\/Type \/Page\n/, `/Type /Page\n${member}\n`))
const inCatalog = (member: string) =>
  inObjects((object) => object.replace('/Type /Catalog', `/Type /Catalog\n${member}`))
const script = '<<\n/S /JavaScript\n/JS (app.alert\\("Existed in 2009"\\))\n>>'
const blackLine =
  '/P <<\n/MCID 99\n>> BDC\nq\n1 0 0 -1 0 841.89 cm\nBT\n1 0 0 1 60 60 Tm\n/F2 12 Tf\n[<00010002> 0] TJ\nET\nQ\nEMC\n'
/** The font of the program's name, which is bold. */
const boldOf = (page: string) => /\/(F\d) 9 Tf/.exec(page)?.[1]
/** The first line of the headline. */
const headline = /(1 0 0 1 )([\d.]+) ([\d.]+)( Tm\n\/F\d )(13\.5)( Tf\n)/
/** Draws a rule through the headline, in place of the first one. */
const struckOut = (page: string) => {
  const y = 841.89 - Number(headline.exec(page)?.[3]) - 4
  return page.replace(/\n52 [\d.]+ m\n543\.28 [\d.]+ l\n/, `\n52 ${y} m\n543.28 ${y} l\n`)
}
const stream = (id: number, members: string, content: string) =>
  `${id} 0 obj\n<<\n${members}\n/Length ${content.length}\n>>\nstream\n${content}\nendstream\nendobj\n`
const otherProof = () => Buffer.from(JSON.stringify(valid['change of a folder'])).toString('latin1')

type Forgery = [name: string, make: () => Buffer]

describe('a certificate whose forger', () => {
  it('changes nothing says what its proof says', async () => {
    expect((await readPdf(forged(pdf, unchanged)))?.binding).toEqual(same)
  })

  it.each<Forgery>([
    ['swaps two letters', drawing((page) => page.replace(/(13\.5 Tf\n\[)<(....)(....)/, '$1<$3$2'))],
    ['leaves a line out', drawing((page) => page.replace(/q\n1 0 0 -1[^Q]*?BT\n[\s\S]*?ET\nQ\n/, ''))],
    ['moves a line', drawing((page) => page.replace(headline, '$1$2 300$4$5$6'))],
    ['moves a line to the side', drawing((page) => page.replace(headline, '1 0 0 1 80 $3$4$5$6'))],
    ['moves a line off the page', drawing((page) => page.replace(headline, '1 0 0 1 400 $3$4$5$6'))],
    ['makes text tiny', drawing((page) => page.replace(headline, '$1$2 $3$46.1$6'))],
    ['makes text another weight', drawing((page) => page.replace(/\/F\d (13\.5 Tf)/, `/${boldOf(page)} $1`))],
    ['makes text white', drawing((page) => page.replace(/[\d. ]+ scn\nq\n/, '1 1 1 scn\nq\n'))],
    [
      'makes a warning pale',
      drawing((page) =>
        page.replace(/(52 [\d.]+ 491\.28 [\d.]+ re\n\/DeviceRGB cs\n)[\d. ]+ scn/, '$10.5 0.95 0.9 scn'),
      ),
    ],
    ['strikes text out', drawing(struckOut)],
    ['draws a shorter rule', drawing((page) => page.replace(/\n52 ([\d.]+) m\n/, '\n300 $1 m\n'))],
    ['draws another QR code', drawing((page) => page.replace(/\n52 713\.89 /, '\n53 713.89 '))],
    [
      'draws a box over text',
      drawing((page) =>
        page.replace(
          /\/Artifact <<\n\/Type \/Pagination/,
          '/Artifact <<\n/Type /Layout\n>> BDC\n40 200 500 100 re\n/DeviceRGB cs\n1 1 1 scn\nf\nEMC\n$&',
        ),
      ),
    ],
    [
      'moves a warning out of its box',
      drawing((page) =>
        page
          .replace(/\n52 [\d.]+ 491\.28 [\d.]+ re/, '\n52 590 491.28 40 re')
          .replace(/\n52 [\d.]+ 3 [\d.]+ re/, '\n52 590 3 40 re'),
      ),
    ],
    [
      'writes the foot over a fact',
      drawing((page) => page.replace(/(Pagination\n>> BDC\n[\s\S]*?1 0 0 1 [\d.]+ )[\d.]+ Tm/, '$1400 Tm')),
    ],
    ['cuts another notch into the seal', drawing((page) => page.replace(/(\d m\n)[\d.]+ /, '$1250 '))],
    [
      'leaves half of the seal out',
      drawing((page) => page.replace(/[\d.]+ [\d.]+ m\n[^m]*?h\n(\/DeviceRGB cs\n[\d. ]+ scn\n)?f\*\n/, '')),
    ],
    ['colors the seal', drawing((page) => page.replace(/[\d. ]+( scn\nf\*)/, '0 0.5 0$1'))],
    [
      'writes over the seal',
      drawing((page) => page.replace(/(\/P <<\n\/MCID 2\n[\s\S]*?1 0 0 1 [\d.]+ )[\d.]+( Tm)/, '$1690$2')),
    ],
    [
      'gives the picture another text',
      inObjects((object) => object.replace(/\/Alt \(http[^)]*\)/, '/Alt (CONFIRMED by Ethereum)')),
    ],
    ['changes the title of the window', inObjects((object) => object.replace(/\(Certificate /, '(Deed of gift '))],
    ['names another author', inObjects((object) => object.replace('(Tallystick)', '(Ethereum Foundation)'))],
    ['names another program', inObjects((object) => object.replace('(PDFKit)', '(Ethereum)'))],
    ['made it before its block', inObjects((object) => object.replace(/\(D:20\d{12}Z\)/, '(D:20090103181505Z)'))],
    ['renames the attachment', inObjects((object) => object.replace(/\/UF \([^)]*\)/, '/UF (invoice.exe)'))],
    [
      'renames the attachment in the list',
      inObjects((object) => object.replace(/\(proof-[^)]*\)( \d+ 0 R)/, '(invoice.exe)$1')),
    ],
    [
      'leads the link elsewhere',
      inObjects((object) => object.replace('(https://notary.example/s/', '(https://notary.example.org/s/')),
    ],
    ['attaches a second proof', inObjects((object) => object, stream(900, '/Type /EmbeddedFile', otherProof()))],
    [
      'exchanges the proof',
      () => forged(pdf, (content, dictionary) => (dictionary.includes('/EmbeddedFile') ? otherProof() : content)),
    ],
  ])('%s is refused', async (_, make) => {
    const bytes = make()
    expect(bytes.equals(forged(pdf, unchanged))).toBe(false)
    const read = await readPdf(bytes)
    expect(read?.binding.status).toBe('changed')
    const verdict = verifyProof(read?.json, { binding: read!.binding })
    expect(verdict).toMatchObject({ outcome: 'refused', failure: { code: 'words' } })
  })

  it.each<Forgery>([
    ['makes text invisible', drawing((page) => page.replace('BT\n', 'BT\n3 Tr\n'))],
    ['sets a color that outlasts its text', drawing((page) => page.replace(/q\n1 0 0 -1/, '1 1 1 scn\nq\n1 0 0 -1'))],
    [
      'saves a color and takes it back',
      drawing((page) => page.replace(/(\/DeviceRGB cs\n[\d. ]+ scn\n)q\n/, 'q\n$1Q\nq\n')),
    ],
    ['lays letters over each other', drawing((page) => page.replace(/(13\.5 Tf\n\[<....)/, '$1> 560 <'))],
    [
      'spaces letters so that they cover each other',
      drawing((page) => page.replace(/(\/F\d 13\.5 Tf\n)/, '$1-7 Tc\n')),
    ],
    ['draws more than a page', drawing((page) => page + '/P <<\n'.repeat(100_000))],
    ['draws a picture', drawing((page) => `${page}/Im1 Do\n`)],
    ['sets a transparency', drawing((page) => `/Gs1 gs\n${page}`)],
    ['draws with another origin', drawing((page) => page.replace('1 0 0 -1 0 841.89 cm', '1 0 0 -1 0 541.89 cm'))],
    ['adds a line', drawing((page) => page + blackLine)],
    ['adds a comment', drawing((page) => `${page}% x\n`)],
    [
      'adds a text that is read in place of another',
      drawing((page) => page.replace(/(\/H1 <<\n)/, '$1/ActualText (Existed in 2009)\n')),
    ],
    ['draws a box without its mark', drawing((page) => `${page}40 200 500 100 re\nf\n`)],
    ['crops all pages', inPages('/CropBox [0 560 595.28 841.89]')],
    ['turns all pages', inPages('/Rotate 180')],
    ['crops a page', inPage('/CropBox [0 560 595.28 841.89]')],
    ['enlarges a page', inObjects((object) => object.replace('[0 0 595.28 841.89]', '[0 0 595.28 1841.89]'))],
    ['runs a script on a page', inPage(`/AA << /O ${script} >>`)],
    ['lets all pages inherit resources', inPages('/Resources << /ExtGState << /G << /ca 0 >> >> >>')],
    ['adds a group of transparency', inPage('/Group << /S /Transparency >>')],
    ['runs a script', inCatalog(`/OpenAction ${script}`)],
    ['runs a script before printing', inCatalog(`/AA << /WP ${script} >>`)],
    [
      'names a script',
      inObjects((object) => object.replace('/Dests <<', `/JavaScript << /Names [(a) ${script}] >>\n/Dests <<`)),
    ],
    ['adds a form', inCatalog('/AcroForm << /Fields [] /NeedAppearances true /XFA (<xdp/>) >>')],
    ['adds optional content', inCatalog('/OCProperties << /OCGs [] /D << >> >>')],
    ['adds labels of pages', inCatalog('/PageLabels << /Nums [0 << /P (Confirmed) >>] >>')],
    ['adds an outline', inCatalog('/Outlines << /Count 0 >>')],
    [
      'adds a note',
      inObjects(
        (object) => object.replace('/Annots [', '/Annots [900 0 R '),
        '900 0 obj\n<<\n/Type /Annot\n/Subtype /FreeText\n/Contents (Verified)\n/Rect [50 50 200 200]\n>>\nendobj\n',
      ),
    ],
    [
      'gives the link a text',
      inObjects((object) => object.replace('/Contents ()', '/Contents (Confirmed by Ethereum)')),
    ],
    ['lays the link over the page', inObjects((object) => object.replace(/\/Rect \[[\d. ]+\]/, '/Rect [0 0 595 841]'))],
    [
      'lets a heading be read otherwise',
      inObjects((object) => object.replace('/S /H1\n', '/S /H1\n/ActualText (Existed in 2009)\n')),
    ],
    ['gives a paragraph a text', inObjects((object) => object.replace('/S /P\n', '/S /P\n/Alt (Existed in 2009)\n'))],
    ['gives a heading another role', inObjects((object) => object.replace('/S /H1\n', '/S /P\n'))],
    [
      'leaves a warning out of what is read',
      inObjects((object) => object.replace(/(\/S \/Document[\s\S]*?\/K \[(?:\d+ 0 R ){6})\d+ 0 R /, '$1')),
    ],
    [
      'changes the order that is read',
      inObjects((object) => object.replace(/(\/S \/Document[\s\S]*?\/K \[)(\d+ 0 R) (\d+ 0 R) /, '$1$3 $2 ')),
    ],
    [
      'adds a map of roles',
      inObjects((object) =>
        object.replace('/Type /StructTreeRoot', '/Type /StructTreeRoot\n/RoleMap << /H1 /Artifact >>'),
      ),
    ],
    [
      'changes the metadata',
      () => forged(pdf, (content) => content.replace('<rdf:li>Tallystick</rdf:li>', '<rdf:li>Foundation</rdf:li>')),
    ],
    [
      'changes the colors',
      () =>
        forged(pdf, (content, dictionary) => (dictionary.includes('/N 3') ? content.replace('sRGB', 'sBGR') : content)),
    ],
    [
      'changes what letters mean',
      () =>
        forged(pdf, (content) =>
          content.replace(/(beginbfrange\n<0000> <....> \[<0000> )<(....)> <(....)>/, '$1<$3> <$2>'),
        ),
    ],
    ['gives letters other widths', inObjects((object) => object.replace(/(\/W \[0 \[[\d.]+ )([\d.]+)/, '$11'))],
    [
      'draws a letter otherwise',
      () =>
        forged(pdf, (content, dictionary) =>
          dictionary.includes('CIDFontType0C')
            ? content.slice(0, -200) +
              String.fromCharCode(content.charCodeAt(content.length - 200) ^ 1) +
              content.slice(-199)
            : content,
        ),
    ],
    ['writes from top to bottom', inObjects((object) => object.replace('/Identity-H', '/Identity-V'))],
    ['names another font', inObjects((object) => object.replaceAll('+Inter-Regular', '+Helvetica'))],
    ['turns a font', inObjects((object) => object.replace('/ItalicAngle 0', '/ItalicAngle 30'))],
    [
      'attaches another file',
      inObjects(
        (object) => object.replace(/(\(proof-[^)]*\) \d+ 0 R)/, '$1 (z) 900 0 R'),
        '900 0 obj\n<<\n/Type /Filespec\n>>\nendobj\n',
      ),
    ],
    [
      'writes the proof otherwise',
      () =>
        forged(pdf, (content, dictionary) =>
          dictionary.includes('/EmbeddedFile') ? content.replace('{', '{ ') : content,
        ),
    ],
    [
      'packs bytes after a stream',
      inObjects((object) =>
        object
          .replace(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n(?=[\s\S])/, (whole, length: string) =>
            whole.replace(length, String(Number(length) + 1)),
          )
          .replace('\nendstream', '\n\nendstream'),
      ),
    ],
    ['adds an object', inObjects((object) => object, '900 0 obj\n<<\n/Note (x)\n>>\nendobj\n')],
    [
      'appends a revision',
      () =>
        Buffer.concat([pdf, Buffer.from('8 0 obj\n<<\n>>\nendobj\nxref\n0 0\ntrailer\n<<\n>>\nstartxref\n0\n%%EOF\n')]),
    ],
    ['begins with other bytes', () => Buffer.concat([Buffer.from('x\n'), pdf])],
    ['ends with other bytes', () => Buffer.concat([pdf, Buffer.from('x')])],
    [
      'writes a key so that programs differ',
      () => forged(pdf, unchanged, (object) => object.replace('/Type /Pages', '/Type\u00a0/Pages')),
    ],
  ])('%s gets its proof judged, and the caveat that its words were not', async (_, make) => {
    const bytes = make()
    expect(bytes.equals(forged(pdf, unchanged))).toBe(false)
    const read = await readPdf(bytes)
    expect(read).toEqual({ json: proof, binding: { status: 'unbound', reason: 'resaved' } })
    const verdict = verifyProof(read?.json, { binding: read!.binding })
    expect(verdict.caveats.map((caveat) => sayCaveat(caveat, englishWords)).join()).toContain('believe none of them')
  })

  describe('on which its issuer has a logo, a color and a line for a signature', () => {
    const look = { color: '#1a4f8b', signature: 'for Ada', logo: { width: logo.width, height: logo.height } }
    let own: Buffer
    beforeAll(async () => {
      const certificate = certificateOf(proof, { ...parameters, language: 'EN', look })
      own = await certificatePdf(certificate, { isSigned: false, logo: logo.png })
    })
    const statusOf = async (change: Change, edit?: (object: string) => string) => {
      const bytes = forged(own, change, edit)
      expect(bytes.equals(forged(own, unchanged))).toBe(false)
      return (await readPdf(bytes))?.binding.status
    }

    it('changes nothing gets the caveat that they are the issuer’s own', async () => {
      const read = await readPdf(forged(own, unchanged))
      expect(read?.binding).toEqual({ ...same, hasOwn: true })
      const caveats = verifyProof(read?.json, { binding: read!.binding }).caveats.map(({ code }) => code)
      expect(caveats).toContain('words-own')
    })

    it.each<[string, (page: string) => string]>([
      ['enlarges the logo', (page) => page.replace(/q\n[\d.]+ 0 0 -[\d.]+ /, 'q\n491 0 0 -160 ')],
      ['moves the logo over the page', (page) => page.replace(/(0 0 -[\d.]+ 52 )[\d.]+ cm/, '$1500 cm')],
      ['draws the logo twice', (page) => page.replace(/q\n[^q]*\/I1 Do\nQ\n/, '$&$&')],
      ['leaves the logo out', (page) => page.replace(/q\n[^q]*\/I1 Do\nQ\n/, '')],
      [
        'writes over the logo',
        (page) => page.replace(/(\/P <<\n\/MCID 1\n[\s\S]*?1 0 0 1 )[\d.]+( [\d.]+ Tm)/, '$160$2'),
      ],
      [
        'moves the line for a signature',
        (page) => page.replace(/\n330 [\d.]+ m\n(543\.28) [\d.]+ l\n/, '\n330 500 m\n$1 500 l\n'),
      ],
      ['signs in large letters', (page) => page.replace(/8( Tf\n[^F]*Q\nEMC\n\/Artifact)/, '18$1')],
    ])('%s is refused', async (_, edit) => {
      expect(await statusOf(onPage(edit))).toBe('changed')
    })

    it.each<[string, Change, ((object: string) => string)?]>([
      ['masks the logo', unchanged, (object) => object.replace('/Subtype /Image', '/Subtype /Image\n/ImageMask true')],
      ['draws the logo in other colors', unchanged, (object) => object.replace('/DeviceRGB\n', '/DeviceGray\n')],
      ['gives the logo other measures', unchanged, (object) => object.replace('/Width 120', '/Width 240')],
      [
        'packs more into the logo',
        (content, dictionary) => (dictionary.includes('/Subtype /Image') ? `${content}${'x'.repeat(99)}` : content),
      ],
    ])('%s gets its proof judged, and the caveat that its words were not', async (_, change, edit) => {
      expect(await statusOf(change, edit)).toBe('unbound')
    })
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
