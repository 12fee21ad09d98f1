import { samplePdf } from './sample-pdf.js'

/**
 * Certifies a sample.
 *
 * @param level what may be changed later: 1: nothing, 2: forms filled in, 3: comments, too
 * @param sign returns the CMS signature (DER) of bytes, without them
 */
export function certifiedPdf(level: number, sign: (bytes: Uint8Array) => Buffer): Uint8Array {
  const [range, contents] = ['0000000000 0000000000 0000000000', '0'.repeat(8192)]
  const parameters = `<< /Type /TransformParams /P ${level} /V /1.2 >>`
  const reference = `<< /Type /SigRef /TransformMethod /DocMDP /TransformParams ${parameters} >>`
  const unsigned = samplePdf({
    catalog: '/Perms << /DocMDP 12 0 R >> /AcroForm << /Fields [11 0 R] /SigFlags 3 >>',
    page: '/Annots [11 0 R]',
    objects: [
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 12 0 R /Rect [0 0 0 0] /F 132 /P 10 0 R >>',
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 ${range}] /Contents <${contents}> /Reference [${reference}] >>`,
    ],
  })
  const text = Buffer.from(unsigned).toString('latin1')
  const start = text.indexOf(`<${contents}>`)
  const end = start + contents.length + 2
  const numbers = [start, end, text.length - end].map((number) => String(number).padStart(10, '0')).join(' ')
  const ready = text.replace(range, numbers)
  const signature = sign(Buffer.from(ready.slice(0, start) + ready.slice(end), 'latin1')).toString('hex')
  return Buffer.from(ready.replace(contents, signature.padEnd(contents.length, '0')), 'latin1')
}
