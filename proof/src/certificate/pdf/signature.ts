import { NotAsWritten } from '../page-tokens.js'
import { dateOf } from './metadata.js'
import type { PdfFile } from './objects.js'
import { expectValue, idOf } from './objects.js'
import { characters, type PdfValue, textOf } from './values.js'

/** Bytes of a signature with certificates, timestamp and revocation data. */
const MAX_SIGNATURE_BYTES = 256 * 1024

/**
 * Checks the form of a certificate that its service has signed: one signature, which shows nothing and covers the whole file. The
 * bytes of the signature itself are the signer's, and the only ones that may be any; programs for signatures judge them.
 * @param widget number of the annotation that stands for it
 */
export function checkSignature(
  file: PdfFile,
  bytes: Uint8Array,
  form: PdfValue | undefined,
  widget: number,
  page: number,
  madeAfter: string | undefined,
): void {
  const fields = file.dictionary(form, 'SigFlags Fields DR')
  expectValue(fields.get('SigFlags'), '3')
  expectValue(file.value(fields.get('Fields')), `[${widget} R]`)
  expectValue(file.value(fields.get('DR')), '<</Font <<>>>>')
  const [reference] = file.list(fields.get('Fields'))
  const field = file.dictionary(reference, 'Type Subtype FT Rect T V F P')
  expectValue(field.get('FT'), '/Sig')
  expectValue(field.get('Rect'), '[0 0 0 0]')
  expectValue(file.value(field.get('T')), '"Signature"')
  expectValue(field.get('F'), '4')
  if (idOf(field.get('P')) !== page) throw new NotAsWritten('a signature on another page')
  const signature = file.dictionary(field.get('V'), 'Type Filter SubFilter M ByteRange Contents')
  expectValue(signature.get('Type'), '/Sig')
  expectValue(signature.get('Filter'), '/Adobe.PPKLite')
  expectValue(signature.get('SubFilter'), '/ETSI.CAdES.detached')
  dateOf(textOf(file.value(signature.get('M'))), madeAfter)
  const [from, length, second, rest, ...others] = file.list(signature.get('ByteRange'))
  const contents = signature.get('Contents')
  const isWhole =
    others.length === 0 &&
    from === 0 &&
    typeof length === 'number' &&
    typeof second === 'number' &&
    second - length < 2 * MAX_SIGNATURE_BYTES &&
    rest === bytes.length - second &&
    typeof contents === 'string' &&
    characters(bytes.subarray(length, second)).toLowerCase() === `<${hexOf(contents)}>`
  if (!isWhole) throw new NotAsWritten('a signature that does not cover the file')
  if (!isDerInZeros(contents)) throw new NotAsWritten('more than a signature')
}

const hexOf = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('')

/** Whether it is one value in DER, followed by nothing but the zeros that fill its room. */
function isDerInZeros(text: string): boolean {
  const byte = (at: number) => text.charCodeAt(at)
  const lengthBytes = byte(1) > 0x80 && byte(1) <= 0x83 ? byte(1) - 0x80 : 0
  let length = lengthBytes === 0 ? byte(1) : 0
  for (let at = 2; at < 2 + lengthBytes; at++) length = length * 256 + byte(at)
  const end = 2 + lengthBytes + length
  return byte(0) === 0x30 && end <= text.length && /^\0*$/.test(text.slice(end))
}
