import { type Binding, wellFormed } from './binding.js'
import { type Certificate, certificateOf } from './certificate.js'
import { NotAsWritten } from './page-tokens.js'
import { readParameters } from './parameters.js'
import { layoutDifference } from './pdf-layout.js'
import { characters, nameOf, type PdfDictionary, type PdfFile, type PdfValue, readPdfFile } from './pdf-objects.js'
import { type DrawnPage, type GlyphTexts, readGlyphTexts, readPageContent } from './pdf-page.js'
import { inflate, proofIn, proofsInPdf } from './pdf-proof.js'

/** The proof in a PDF, and whether its words are the proof's. */
export interface ReadPdf {
  readonly json: unknown
  readonly binding: Binding
}

/** Reads a certificate as a PDF; undefined when it has no proof attached. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf | undefined> {
  const isBound = new TextDecoder('latin1').decode(pdf).includes('tallystick-certificate ')
  if (isBound) {
    const strict = await readBound(pdf).catch((error: unknown) => {
      if (!(error instanceof NotAsWritten)) throw error
      return error.message
    })
    if (typeof strict !== 'string') return strict
    const [json] = await proofsInPdf(pdf)
    if (json === undefined) return undefined
    return { json, binding: { status: 'changed', reason: 'structure', found: strict } }
  }
  const [json, ...others] = await proofsInPdf(pdf)
  if (json === undefined) return undefined
  const isAmbiguous = others.length > 0
  return {
    json,
    binding: isAmbiguous ? { status: 'changed', reason: 'several-proofs' } : { status: 'unbound', reason: 'earlier' },
  }
}

async function readBound(pdf: Uint8Array): Promise<ReadPdf | undefined> {
  const file = readPdfFile(pdf)
  const attached = file.ofType('Filespec').map((spec) => file.dictionary(spec.get('EF')).get('F'))
  const [first, ...others] = await Promise.all(
    attached.slice(0, 2).map(async (stream) => proofIn(await bytesOf(file, stream))),
  )
  if (first === undefined) return undefined
  if (others.length > 0 || file.ofType('EmbeddedFile').length > 1) {
    return { json: first, binding: { status: 'changed', reason: 'several-proofs' } }
  }
  return { json: first, binding: await bindingOf(file, first) }
}

async function bindingOf(file: PdfFile, json: unknown): Promise<Binding> {
  const info = file.dictionary(file.trailer.get('Info'))
  const textOf = (name: string) => decoded(file.value(info.get(name)))
  const parameters = readParameters(textOf('Keywords'))
  if (parameters === 'unknown') return { status: 'unbound', reason: 'later' }
  const proof = wellFormed(json)
  if (proof === undefined) return { status: 'unbound', reason: 'later' }
  const certificate = certificateOf(proof, parameters)
  const titles = { Title: `${certificate.words.title} ${certificate.code}`, Subject: certificate.headline }
  for (const [name, expected] of Object.entries(titles)) {
    const found = textOf(name)
    if (found !== expected) return { status: 'changed', reason: 'words', found, expected }
  }
  const pages = await drawnPages(file, certificate)
  return layoutDifference(pages, certificate) ?? { status: 'same', form: 'pdf', shows: 'unsure' }
}

/** A certificate has two, one of a deletion a few more. */
const MAX_PAGES = 20

const catalogMembers = new Set(
  'Type Pages Names Lang MarkInfo StructTreeRoot ViewerPreferences AF OutputIntents Metadata AcroForm'.split(' '),
)
const pageMembers = new Set('Type Parent MediaBox Contents Resources UserUnit StructParents Annots Tabs'.split(' '))

async function drawnPages(file: PdfFile, certificate: Certificate): Promise<DrawnPage[]> {
  const catalog = file.dictionary(file.trailer.get('Root'))
  onlyMembers(catalog, catalogMembers)
  const list = file.dictionary(catalog.get('Pages'))
  const kids = file.list(list.get('Kids')).map((kid) => file.dictionary(kid))
  if (kids.length === 0 || kids.length > MAX_PAGES || kids.length !== file.ofType('Page').length)
    throw new NotAsWritten('pages in another order')
  const drawn: DrawnPage[] = []
  for (const page of kids) {
    onlyMembers(page, pageMembers)
    const box = file.list(page.get('MediaBox')).join(' ')
    if (box !== '0 0 595.28 841.89' || page.get('UserUnit') !== 1) throw new NotAsWritten('a page of another size')
    for (const annotation of file.list(page.get('Annots')))
      checkAnnotation(file, file.dictionary(annotation), certificate)
    drawn.push(readPageContent(await contentOf(file, page.get('Contents')), await fontsOf(file, page)))
  }
  return drawn
}

function onlyMembers(dictionary: PdfDictionary, known: ReadonlySet<string>): void {
  const unknown = [...dictionary.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) throw new NotAsWritten(`/${unknown}`)
}

/** A link to the certificate's own address, or the signature, which shows nothing. */
function checkAnnotation(file: PdfFile, annotation: PdfDictionary, { link }: Certificate): void {
  const kind = nameOf(annotation.get('Subtype'))
  const action = file.dictionary(annotation.get('A'))
  const isLink = kind === 'Link' && nameOf(action.get('S')) === 'URI' && decoded(file.value(action.get('URI'))) === link
  const isSignature =
    kind === 'Widget' && nameOf(annotation.get('FT')) === 'Sig' && isEmpty(file, annotation.get('Rect'))
  if ((!isLink && !isSignature) || annotation.has('AP')) throw new NotAsWritten(`an annotation: ${kind}`)
}

const isEmpty = (file: PdfFile, rectangle: PdfValue | undefined) => file.list(rectangle).every((side) => side === 0)

async function fontsOf(file: PdfFile, page: PdfDictionary): Promise<Map<string, GlyphTexts>> {
  const resources = file.dictionary(page.get('Resources'))
  onlyMembers(resources, new Set(['ProcSet', 'Font', 'ColorSpace']))
  const fonts = new Map<string, GlyphTexts>()
  for (const [name, font] of file.dictionary(resources.get('Font'))) {
    fonts.set(name, readGlyphTexts(await contentOf(file, file.dictionary(font).get('ToUnicode'))))
  }
  return fonts
}

/** Returns a stream's content, one character per byte. */
async function contentOf(file: PdfFile, reference: PdfValue | undefined): Promise<string> {
  return characters(await bytesOf(file, reference))
}

async function bytesOf(file: PdfFile, reference: PdfValue | undefined): Promise<Uint8Array> {
  const stream = file.stream(reference)
  if (stream === undefined) throw new NotAsWritten('a stream that is missing')
  return stream.isPacked ? inflate(stream.bytes) : stream.bytes
}

/** Decodes a text string of a dictionary, which is UTF-16 if it begins with a mark. */
function decoded(value: PdfValue): string {
  if (typeof value !== 'string') return ''
  if (!value.startsWith('\xfe\xff')) return value
  return new TextDecoder('utf-16be').decode(Uint8Array.from(value.slice(2), (sign) => sign.charCodeAt(0)))
}
