import {
  type PDF,
  type PDFPage,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { joined } from './bytes.js'
import { contentEnd } from './content-end.js'
import { CopyError } from './copy-error.js'
import { resolver } from './document.js'
import { n } from './mark.js'
import { numbers } from './mark-form.js'
import { type Matrix, matrixOf, type PageBox, type Size, shownSize } from './place.js'

/** Paints a form upon a page, over everything on it. @throws {CopyError} `damaged_page` when it would not show */
export function paint(pdf: PDF, page: PDFPage, form: PdfRef, matrix: Matrix): void {
  const contents = contentsOf(pdf, page.dict)
  const { unsaved, unrestored, isWhole } = contentEnd(decoded(pdf, contents))
  if (!isWhole) throw new CopyError('damaged_page')
  const name = addResource(pdf, page.dict, form)
  // The page's own content may change the state, or restore one that it didn't save, after which some readers show nothing.
  const before = pdf.context.register(stream('q\n'.repeat(1 + unsaved)))
  // Painted as an artifact: no part of the text that a reader follows.
  const painting = `\n${'Q\n'.repeat(1 + unrestored)}/Artifact BMC\nq ${matrix.map(n).join(' ')} cm /${name} Do Q\nEMC\n`
  const after = pdf.context.register(stream(painting))
  page.dict.set('Contents', PdfArray.of(before, ...contents, after))
}

/** Makes an area of a page open an address. */
export function link(pdf: PDF, page: PDFPage, url: string, [a, b, c, d, e, f]: Matrix, { width, height }: Size): void {
  const [x, y] = [e + a * width + c * height, f + b * width + d * height]
  const annotation = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Link'),
    Rect: numbers(Math.min(e, x), Math.min(f, y), Math.max(e, x), Math.max(f, y)),
    Border: numbers(0, 0, 0),
    // Printed with the page, as PDF/A asks of every annotation.
    F: PdfNumber.of(4),
    Contents: PdfString.fromString(url),
    A: PdfDict.of({ Type: PdfName.of('Action'), S: PdfName.of('URI'), URI: PdfString.fromString(url) }),
  })
  const others = page.dict.getArray('Annots', resolver(pdf)) ?? []
  page.dict.set('Annots', PdfArray.of(...others, pdf.context.register(annotation)))
}

/** Adds a page of the size of the one before it, as that is shown. */
export function addPage(pdf: PDF): PDFPage {
  const size = shownSize(boxOf(pdf, pdf.getPageCount() - 1))
  const page = pdf.addPage(size)
  // Pages inherit from the tree above them whatever they don't say themselves.
  page.dict.set('CropBox', numbers(0, 0, size.width, size.height))
  page.dict.set('Rotate', PdfNumber.of(0))
  page.dict.set('Resources', new PdfDict())
  return page
}

/** Returns the box and the rotation of a page, as it is shown: its own, or those of the tree above it. */
export function boxOf(pdf: PDF, index: number): PageBox {
  const page = pdf.getPage(index)
  if (!page) throw new RangeError(`no page ${index}`)
  const media = edgesOf(pdf, inherited(pdf, page.dict, 'MediaBox')) ?? letter
  const crop = edgesOf(pdf, inherited(pdf, page.dict, 'CropBox')) ?? media
  const box = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  }
  const { left, bottom, right, top } = box.left < box.right && box.bottom < box.top ? box : media
  const turned = inherited(pdf, page.dict, 'Rotate')
  const rotation = turned instanceof PdfNumber ? ((turned.value % 360) + 360) % 360 : 0
  const isRight = rotation === 90 || rotation === 180 || rotation === 270
  return { x: left, y: bottom, width: right - left, height: top - bottom, rotation: isRight ? rotation : 0 }
}

/** Returns the matrix of a mark on its page. */
export function matrixOn(pdf: PDF, index: number, place: { x: number; y: number; width: number }, mark: Size): Matrix {
  return matrixOf(place, mark, boxOf(pdf, index))
}

interface Edges {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** The size that readers show a page in which has none. */
const letter: Edges = { left: 0, bottom: 0, right: 612, top: 792 }

/** Reads a box, which may name any two of its opposite corners. */
function edgesOf(pdf: PDF, box: PdfObject | undefined): Edges | undefined {
  if (!(box instanceof PdfArray) || box.length !== 4) return undefined
  const sides = [...box].map((side) => (side instanceof PdfRef ? pdf.context.resolve(side) : side))
  const [x1, y1, x2, y2] = sides.map((side) => (side instanceof PdfNumber ? side.value : 0)) as [
    number,
    number,
    number,
    number,
  ]
  const edges = { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) }
  return edges.left < edges.right && edges.bottom < edges.top ? edges : undefined
}

function contentsOf(pdf: PDF, page: PdfDict): PdfObject[] {
  const own = page.get('Contents')
  const found = own instanceof PdfRef ? pdf.context.resolve(own) : own
  if (found instanceof PdfArray) return [...found]
  if (own === undefined) return []
  // Some readers look for a missing content in all of the file, and take whatever they find.
  if (!(found instanceof PdfStream)) throw new CopyError('damaged_page')
  return [own]
}

/** Returns the bytes of a content in parts. @throws {CopyError} `damaged_page` when it isn't sure what readers take for them */
function decoded(pdf: PDF, parts: readonly PdfObject[]): Uint8Array {
  const bytes = parts.flatMap((part) => {
    const found = part instanceof PdfRef ? pdf.context.resolve(part) : part
    if (!(found instanceof PdfStream)) throw new CopyError('damaged_page')
    try {
      // Parts end between words.
      return [found.getDecodedData(), newline]
    } catch (error) {
      throw new CopyError('damaged_page', error)
    }
  })
  return joined(bytes)
}

const newline = Uint8Array.of(10)

/**
 * Names a form among the resources of a page, and returns the name. The page gets resources of its own: its former ones may be those of
 * all pages.
 */
function addResource(pdf: PDF, page: PdfDict, form: PdfRef): string {
  const resources = copyOf(inheritedDict(pdf, page))
  const forms = copyOf(resources.getDict('XObject', resolver(pdf)))
  let name = 'Stamp'
  for (let at = 2; forms.has(name); at++) name = `Stamp${at}`
  forms.set(name, form)
  resources.set('XObject', forms)
  page.set('Resources', resources)
  return name
}

const copyOf = (dict: PdfDict | undefined) => (dict === undefined ? new PdfDict() : new PdfDict(dict))

/** Levels of a tree of pages; a deeper one goes in circles. */
const depthMax = 64

/** Finds an entry of a page, or of the nearest part of the tree above it that has one. */
function inherited(pdf: PDF, page: PdfDict, key: string): PdfObject | undefined {
  let at: PdfDict | undefined = page
  for (let depth = 0; at !== undefined && depth < depthMax; depth++) {
    const own = at.get(key, resolver(pdf))
    if (own !== undefined) return own
    at = at.getDict('Parent', resolver(pdf))
  }
  return undefined
}

function inheritedDict(pdf: PDF, page: PdfDict): PdfDict | undefined {
  const found = inherited(pdf, page, 'Resources')
  return found instanceof PdfDict ? found : undefined
}

function stream(content: string): PdfStream {
  return new PdfStream(undefined, new TextEncoder().encode(content))
}
