import { sha256, utf8 } from '../../encoding/hash.js'
import { toHex } from '../../encoding/to-hex.js'
import { MAX_PROOF_BYTES } from '../../limits.js'
import type { AttachedProof, CertificateFace } from '../certificate.js'
import type { LogoSize } from '../look.js'
import { NotAsWritten } from '../page-tokens.js'
import { lowTop, pdfLook } from '../pdf-look.js'
import { fill } from '../words/words.js'
import { WordsDiffer } from './differ.js'
import { type CertificateFont, readFont } from './fonts.js'
import { checkMetadata } from './metadata.js'
import { expectValue, idOf, nameOf, type PdfDictionary, type PdfFile } from './objects.js'
import { type DrawnPage, readPageContent } from './page.js'
import { checkSignature } from './signature.js'
import { checkStructure } from './structure.js'
import { characters, type PdfValue, textOf } from './values.js'

/** One of ours has 30 KB at most. */
const MAX_PAGE_BYTES = 256 * 1024
const MAX_FONTS = 3
/** SHA-256 of the profile that says what colors mean: sRGB. */
const colorProfile = {
  bytesMax: 4096,
  sha256: '384b832de3412066743b52a75ee906b6fb9fb8d9e09e936fc2c43223815c6e0a',
} as const

/** Contents of a certificate besides its words. */
interface DocumentExpected {
  /** The attachments, in order. */
  readonly proofs: Iterable<AttachedProof>
  /** Time of the last block. */
  readonly madeAfter: string | undefined
  readonly pagesMax: number
}

/**
 * Checks every object of a PDF against what a certificate of ours contains, and reads its pages.
 * @throws {NotAsWritten} when there is anything else
 * @throws {WordsDiffer} when a text beside the pages is another
 */
export async function readDocument(
  file: PdfFile,
  bytes: Uint8Array,
  certificate: CertificateFace,
  { proofs, madeAfter, pagesMax }: DocumentExpected,
): Promise<DrawnPage[]> {
  const catalog = file.dictionary(
    file.trailer.get('Root'),
    'Type Pages Names Lang MarkInfo StructTreeRoot ViewerPreferences AF OutputIntents Metadata',
    'AcroForm',
  )
  expectValue(catalog.get('Type'), '/Catalog')
  if (textOf(file.value(catalog.get('Lang'))) !== certificate.language.toLowerCase())
    throw new NotAsWritten('another language')
  expectValue(file.value(catalog.get('MarkInfo')), '<</Marked true>>')
  expectValue(file.value(catalog.get('ViewerPreferences')), '<</DisplayDocTitle true>>')
  await checkAttachments(file, catalog, proofs)
  await checkColors(file, catalog.get('OutputIntents'))
  await checkMetadata(file, catalog.get('Metadata'), certificate, madeAfter)
  const pages = await readPages(file, catalog.get('Pages'), pagesMax)
  const [first] = pages
  await checkLogo(file, pages, certificate.look.logo)
  const widgets = checkAnnotations(file, pages, certificate.link)
  const links = pages.flatMap(({ links: ofPage }) => ofPage)
  checkStructure(file, catalog.get('StructTreeRoot'), pages, links, alts(certificate))
  const [widget, ...others] = widgets
  if (widget !== undefined && first && others.length === 0)
    checkSignature(file, bytes, catalog.get('AcroForm'), widget, first.id, madeAfter)
  else if (catalog.has('AcroForm') || others.length > 0) throw new NotAsWritten('a form')
  file.expectAllSeen()
  return pages
}

/** The proofs, as the only attachments, in order and by their names. */
async function checkAttachments(file: PdfFile, catalog: PdfDictionary, proofs: Iterable<AttachedProof>): Promise<void> {
  const names = file.dictionary(catalog.get('Names'), 'Dests EmbeddedFiles')
  expectValue(file.value(names.get('Dests')), '<</Names []>>')
  const files = file.list(file.dictionary(names.get('EmbeddedFiles'), 'Names').get('Names'))
  const named = new Map<number, string>()
  for (let at = 0; at < files.length; at += 2) named.set(idOf(files[at + 1]), textOf(file.value(files[at] ?? null)))
  const attached = file.list(catalog.get('AF'))
  let count = 0
  for (const proof of proofs) {
    const reference = attached[count++]
    await checkAttachment(file, reference, proof, named.get(idOf(reference)) ?? '')
  }
  if (attached.length !== count || files.length !== 2 * count) throw new NotAsWritten('another attachment')
}

async function checkAttachment(
  file: PdfFile,
  reference: PdfValue | undefined,
  proof: AttachedProof,
  name: string,
): Promise<void> {
  const about = file.dictionary(reference, 'Type AFRelationship F EF UF')
  expectValue(about.get('Type'), '/Filespec')
  expectValue(about.get('AFRelationship'), '/Data')
  for (const found of [name, ...[about.get('F'), about.get('UF')].map((value) => textOf(file.value(value ?? null)))])
    if (found !== proof.filename) throw new WordsDiffer(found, proof.filename)
  const content = file.dictionary(about.get('EF'), 'F').get('F')
  const attached = await file.stream(content, MAX_PROOF_BYTES, 'Type Params Subtype')
  expectValue(attached.about.get('Type'), '/EmbeddedFile')
  expectValue(attached.about.get('Subtype'), '/application/json')
  if (characters(attached.bytes) !== characters(utf8(proof.json))) throw new NotAsWritten('a proof written otherwise')
  const parameters = file.dictionary(attached.about.get('Params'), 'CheckSum Size')
  expectValue(parameters.get('Size'), String(attached.bytes.length))
  const sum = textOf(file.value(parameters.get('CheckSum')))
  if (!/^[0-9a-f]{32}$/.test(sum)) throw new NotAsWritten('another checksum')
}

async function checkColors(file: PdfFile, intents: PdfValue | undefined): Promise<void> {
  const [reference, ...others] = file.list(intents)
  if (others.length > 0) throw new NotAsWritten('another output intent')
  const intent = file.dictionary(reference, 'Type S Info OutputConditionIdentifier DestOutputProfile')
  expectValue(intent.get('Type'), '/OutputIntent')
  expectValue(intent.get('S'), '/GTS_PDFA1')
  for (const name of ['Info', 'OutputConditionIdentifier'])
    expectValue(file.value(intent.get(name)), '"sRGB IEC61966-2.1"')
  const { bytes, about } = await file.stream(intent.get('DestOutputProfile'), colorProfile.bytesMax, 'N')
  expectValue(about.get('N'), '3')
  if (toHex(sha256(bytes)) !== colorProfile.sha256) throw new NotAsWritten('other colors')
}

/** Texts of the pictures, in the order in which they are read. */
function alts({ look, words, seal, link }: CertificateFace): string[] {
  const ofSeal = fill(words.pictures.seal, { fingerprint: seal.slice(0, 8) })
  return [...(look.logo === undefined ? [] : [words.pictures.logo]), ofSeal, link]
}

/**
 * The logo is the only picture. Its bytes are the issuer's, and mean nothing but colors: no mask, no transparency, no filter but the
 * one of all streams.
 */
async function checkLogo(file: PdfFile, pages: readonly ReadPage[], logo: LogoSize | undefined): Promise<void> {
  const named = pages.flatMap(({ xObjects }) => [...xObjects.values()])
  if (named.length !== (logo === undefined ? 0 : 1)) throw new NotAsWritten('another picture')
  if (logo === undefined) return
  const members = 'Type Subtype BitsPerComponent Width Height DecodeParms ColorSpace'
  const { bytes, about } = await file.stream(named[0], logo.height * (3 * logo.width + 1), members)
  const form = { Type: '/XObject', Subtype: '/Image', BitsPerComponent: '8', ColorSpace: '/DeviceRGB' }
  const measures = { Width: String(logo.width), Height: String(logo.height) }
  for (const [name, expected] of Object.entries({ ...form, ...measures })) expectValue(about.get(name), expected)
  const rows = `<</BitsPerComponent 8 /Colors 3 /Columns ${logo.width} /Predictor 15>>`
  expectValue(file.value(about.get('DecodeParms')), rows)
  if (bytes.length !== logo.height * (3 * logo.width + 1)) throw new NotAsWritten('a picture of another size')
}

interface ReadPage extends DrawnPage {
  readonly id: number
  /** Pictures by their names. */
  readonly xObjects: PdfDictionary
  /** Key of its marks in the logical structure. */
  readonly key: PdfValue
  readonly annotations: readonly PdfValue[]
  readonly links: { id: number; key: PdfValue }[]
}

async function readPages(file: PdfFile, reference: PdfValue | undefined, pagesMax: number): Promise<ReadPage[]> {
  const list = file.dictionary(reference, 'Type Count Kids')
  const kids = file.list(list.get('Kids'))
  expectValue(list.get('Type'), '/Pages')
  expectValue(list.get('Count'), String(kids.length))
  if (kids.length === 0 || kids.length > pagesMax || new Set(kids.map(idOf)).size !== kids.length)
    throw new NotAsWritten('pages in another order')
  const fonts = new Map<number, CertificateFont>()
  const pages: ReadPage[] = []
  for (const kid of kids) {
    const page = file.dictionary(kid, 'Type Parent MediaBox Contents Resources UserUnit StructParents Tabs', 'Annots')
    expectValue(page.get('Type'), '/Page')
    expectValue(page.get('Parent'), `${idOf(reference)} R`)
    expectValue(file.value(page.get('MediaBox')), `[0 0 ${pdfLook.width} ${pdfLook.height}]`)
    expectValue(page.get('UserUnit'), '1')
    expectValue(page.get('Tabs'), '/S')
    const content = characters((await file.stream(page.get('Contents'), MAX_PAGE_BYTES)).bytes)
    const resources = file.dictionary(page.get('Resources'), 'ProcSet Font ColorSpace', 'XObject')
    const drawn = readPageContent(content, await fontsOf(file, resources, fonts))
    const annotations = page.has('Annots') ? file.list(page.get('Annots')) : []
    const key = page.get('StructParents') ?? null
    const xObjects = resources.has('XObject') ? file.dictionary(resources.get('XObject'), '', 'I1') : new Map()
    pages.push({ ...drawn, id: idOf(kid), xObjects, key, annotations, links: [] })
  }
  return pages
}

/** Reads the fonts of a page by their names. @param known fonts of earlier pages, by the number of their object */
async function fontsOf(
  file: PdfFile,
  resources: PdfDictionary,
  known: Map<number, CertificateFont>,
): Promise<Map<string, CertificateFont>> {
  expectValue(file.value(resources.get('ProcSet')), '[/PDF /Text /ImageB /ImageC /ImageI]')
  expectValue(file.value(resources.get('ColorSpace')), '<<>>')
  const named = file.value(resources.get('Font'))
  const fonts = new Map<string, CertificateFont>()
  for (const [name, font] of named instanceof Map ? named : []) {
    const id = idOf(font)
    if (known.size === MAX_FONTS && !known.has(id)) throw new NotAsWritten('more fonts')
    const read = known.get(id) ?? (await readFont(file, font))
    known.set(id, read)
    fonts.set(name, read)
  }
  return fonts
}

/** A link to the certificate's own address. Returns the numbers of signatures, which show nothing. */
function checkAnnotations(file: PdfFile, pages: readonly ReadPage[], link: string): number[] {
  const widgets: number[] = []
  for (const [at, { annotations, links }] of pages.entries()) {
    for (const reference of annotations) {
      const annotation = file.value(reference)
      const kind = annotation instanceof Map ? annotation.get('Subtype') : undefined
      if (kind === undefined || (at > 0 && nameOf(kind) === 'Widget')) throw new NotAsWritten('an annotation')
      if (nameOf(kind) === 'Widget') widgets.push(idOf(reference))
      else links.push(checkLink(file, reference, link))
    }
  }
  return widgets
}

const { height, scanLeft, signLeft, margin } = pdfLook

function checkLink(file: PdfFile, reference: PdfValue, link: string): { id: number; key: PdfValue } {
  const annotation = file.dictionary(reference, 'Subtype A Contents Type Rect Border F StructParent')
  expectValue(annotation.get('Type'), '/Annot')
  expectValue(annotation.get('Subtype'), '/Link')
  expectValue(annotation.get('Border'), '[0 0 0]')
  expectValue(annotation.get('F'), '4')
  expectValue(file.value(annotation.get('Contents')), '""')
  const action = file.dictionary(annotation.get('A'), 'S URI')
  expectValue(action.get('S'), '/URI')
  const address = textOf(file.value(action.get('URI')))
  if (address !== link) throw new WordsDiffer(address, link)
  const [left = 0, bottom = 0, right = 0, top = 0] = file.list(annotation.get('Rect')).map(Number)
  const isBesideCode = left > scanLeft - 1 && right < signLeft && top < height - lowTop && bottom > margin - 20
  if (!isBesideCode) throw new NotAsWritten('a link in another place')
  return { id: idOf(reference), key: annotation.get('StructParent') ?? null }
}
