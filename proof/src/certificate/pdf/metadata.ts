import { utf8 } from '../../encoding/hash.js'
import type { CertificateFace } from '../certificate.js'
import { NotAsWritten } from '../page-tokens.js'
import { WordsDiffer } from './differ.js'
import { expectValue, type PdfFile } from './objects.js'
import { characters, type PdfValue, textOf } from './values.js'

/** Clocks may differ by that much, in milliseconds. */
const toleranceMs = 2 * 3_600_000
const MAX_METADATA_BYTES = 64 * 1024

/** Returns the parameters that a certificate carries; empty when it has none. */
export function parametersIn(file: PdfFile): string {
  const info = file.value(file.trailer.get('Info'))
  return info instanceof Map ? textOf(file.value(info.get('Keywords'))) : ''
}

/**
 * Checks what programs show about the document, in both places that have it.
 * @param madeAfter time of the block, if there is one
 */
export async function checkMetadata(
  file: PdfFile,
  reference: PdfValue | undefined,
  certificate: CertificateFace,
  madeAfter: string | undefined,
): Promise<void> {
  const info = file.dictionary(file.trailer.get('Info'), 'Producer Creator CreationDate Title Author Subject Keywords')
  const found = (name: string) => textOf(file.value(info.get(name)))
  const words = {
    Title: certificate.name,
    Author: 'Tallystick',
    Subject: certificate.headline,
    Keywords: certificate.parameters,
    Producer: 'PDFKit',
    Creator: 'PDFKit',
  }
  for (const [name, expected] of Object.entries(words))
    if (found(name) !== expected) throw new WordsDiffer(found(name), expected)
  const made = dateOf(found('CreationDate'), madeAfter)
  const { bytes, about } = await file.stream(reference, MAX_METADATA_BYTES, 'Type Subtype', 'length')
  expectValue(about.get('Type'), '/Metadata')
  expectValue(about.get('Subtype'), '/XML')
  if (characters(bytes) !== characters(utf8(metadata({ ...words, made })))) throw new NotAsWritten('other metadata')
}

/**
 * Reads a date of a certificate.
 * @throws {WordsDiffer} when it is before the block, which the certificate already shows
 */
export function dateOf(text: string, madeAfter: string | undefined): string {
  const [, year, month, day, hour, minute, second] = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
  if (Number.isNaN(Date.parse(iso))) throw new NotAsWritten('a date of another kind')
  if (madeAfter !== undefined && Date.parse(iso) < Date.parse(madeAfter) - toleranceMs)
    throw new WordsDiffer(`made ${iso}`, `in a block of ${madeAfter}`)
  return iso
}

/** Writes the metadata (XMP) as our library does, down to its spaces. */
function metadata(
  words: Record<'Title' | 'Author' | 'Subject' | 'Keywords' | 'Producer' | 'Creator' | 'made', string>,
) {
  const inLanguage = (name: string, text: string) => `
                <dc:${name}>
                    <rdf:Alt>
                        <rdf:li xml:lang="x-default">${text}</rdf:li>
                    </rdf:Alt>
                </dc:${name}>
                `
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        
        <rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" rdf:about="">
            <pdfaid:part>3</pdfaid:part>
            <pdfaid:conformance>B</pdfaid:conformance>
        </rdf:Description>
        

        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
            <xmp:CreateDate>${words.made}</xmp:CreateDate>
            <xmp:CreatorTool>${words.Creator}</xmp:CreatorTool>
        </rdf:Description>
        

            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
            
${inLanguage('title', words.Title)}

                <dc:creator>
                    <rdf:Seq>
                        <rdf:li>${words.Author}</rdf:li>
                    </rdf:Seq>
                </dc:creator>
                
${inLanguage('description', words.Subject)}

            </rdf:Description>
            

        <rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
            <pdf:Producer>${words.Producer}</pdf:Producer>
            <pdf:Keywords>${words.Keywords}</pdf:Keywords>
        </rdf:Description>
        

                </rdf:RDF>
            </x:xmpmeta>
        <?xpacket end="w"?>`
}
