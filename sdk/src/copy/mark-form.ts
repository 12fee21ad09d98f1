import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import { fromBase64 } from '../base64.js'
import { regular, semiBold } from '../generated/mark-fonts.js'
import { CopyError } from './copy-error.js'
import { resolver } from './document.js'
import { drawMark, type MarkFont, type MarkText, markSize } from './mark.js'

/** Adds the mark to a document as a form, to be painted on any page. @throws {CopyError} `letters` */
export function addMarkForm(pdf: PDF, words: MarkText): PdfRef {
  const fonts = { regular: markFont(pdf, 'Text', regular), bold: markFont(pdf, 'Bold', semiBold) }
  const content = drawMark(words, fonts)
  pdf.fonts.finalize(true)
  for (const { ref } of Object.values(fonts)) listGlyphs(pdf, ref)
  const form = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numbers(0, 0, markSize.width, markSize.height),
      Resources: PdfDict.of({
        Font: PdfDict.of({ Text: fonts.regular.ref, Bold: fonts.bold.ref }),
        ColorSpace: PdfDict.of({ Colors: deviceIndependent() }),
      }),
    },
    new TextEncoder().encode(content),
  )
  return pdf.context.register(form)
}

/** An array of numbers. */
export function numbers(...values: readonly number[]): PdfArray {
  return PdfArray.of(...values.map((value) => PdfNumber.of(value)))
}

/** sRGB, as PDF/A wants it: without a word about the document's own output intent. */
function deviceIndependent(): PdfArray {
  const terms = PdfDict.of({
    WhitePoint: numbers(0.9505, 1, 1.089),
    Gamma: numbers(2.2, 2.2, 2.2),
    Matrix: numbers(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505),
  })
  return PdfArray.of(PdfName.of('CalRGB'), terms)
}

/** Embeds a font, of which a copy keeps the letters that it uses. */
function markFont(pdf: PDF, resource: string, base64: string): MarkFont & { readonly ref: PdfRef } {
  const font = pdf.embedFont(fromBase64(base64))
  const known = (text: string) => {
    if (!font.canEncode(text)) throw new CopyError('letters')
    return text
  }
  return {
    resource,
    ref: pdf.context.getFontRef(font),
    width: (text) =>
      Array.from(known(text)).reduce((sum, letter) => sum + font.getWidth(letter.codePointAt(0) ?? 0), 0),
    write: (text) =>
      font
        .encodeTextToGids(known(text))
        .map((glyph) => glyph.toString(16).padStart(4, '0'))
        .join(''),
  }
}

/**
 * Lists the glyphs of a font's subset (CIDSet). PDF/A-1 asks for the list (ISO 19005-1, 6.3.5), and later parts that it be complete
 * (ISO 19005-2, 6.2.11.4.2).
 */
function listGlyphs(pdf: PDF, font: PdfRef): void {
  const resolve = resolver(pdf)
  const whole = resolve(font) as PdfDict
  const cidFont = resolve(whole.getArray('DescendantFonts', resolve)?.at(0) as PdfRef) as PdfDict
  const map = (cidFont.get('CIDToGIDMap', resolve) as PdfStream).getDecodedData()
  const set = new Uint8Array(Math.ceil(map.length / 16))
  for (let cid = 0; 2 * cid < map.length; cid++) {
    const isThere = cid === 0 || map[2 * cid] !== 0 || map[2 * cid + 1] !== 0
    if (isThere) set[cid >> 3] = (set[cid >> 3] as number) | (0x80 >> (cid & 7))
  }
  cidFont.getDict('FontDescriptor', resolve)?.set('CIDSet', pdf.context.register(new PdfStream(undefined, set)))
}
