import { deflateSync, inflateSync } from 'node:zlib'

/** Changes a stream of a PDF: its object number and its unpacked content, one character per byte. */
export type Change = (content: string, dictionary: string, id: number) => string

/**
 * Writes a PDF again with changed streams and a correct table of objects, as a careful forger would: nothing but the words is wrong.
 *
 * @param extra further objects, as text
 */
export function forged(
  pdf: Buffer,
  change: Change,
  edit: (object: string) => string = (object) => object,
  extra: string[] = [],
): Buffer {
  const text = pdf.toString('latin1')
  const table = text.lastIndexOf('xref\n0 ')
  const starts = [...text.slice(0, table).matchAll(/^(\d+) 0 obj\n/gm)].filter(({ index }) => isObjectAt(text, index))
  const objects = starts.map(({ index }, at) => text.slice(index, starts[at + 1]?.index ?? table))
  const header = text.slice(0, starts[0]?.index)
  const written = [...objects.map((object) => edit(withChange(object, change))), ...extra]
  let body = header
  const offsets = new Map<number, number>()
  for (const object of written) {
    offsets.set(Number.parseInt(object, 10), body.length)
    body += object
  }
  const size = Math.max(...offsets.keys()) + 1
  const rows = Array.from({ length: size }, (_, id) => {
    const offset = offsets.get(id)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const trailer = text.slice(text.indexOf('trailer', table)).replace(/\/Size \d+/, `/Size ${size}`)
  const end = trailer.replace(/startxref\n\d+/, `startxref\n${body.length}`)
  return Buffer.from(`${body}xref\n0 ${size}\n${rows.join('')}${end}`, 'latin1')
}

/** Packed bytes may look like the beginning of an object; a real one follows the end of another. */
function isObjectAt(text: string, index: number): boolean {
  return text.slice(0, index).endsWith('endobj\n') || /^%PDF-[^\n]*\n(?:%[^\n]*\n)+$/.test(text.slice(0, index))
}

function withChange(object: string, change: Change): string {
  const [, head = '', dictionary = ''] = /^(\d+ 0 obj\n)(<<[\s\S]*?>>)\nstream\n/.exec(object) ?? []
  if (dictionary === '') return object
  const start = head.length + dictionary.length + '\nstream\n'.length
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
  const stored = Buffer.from(object.slice(start, start + length), 'latin1')
  const isPacked = dictionary.includes('/FlateDecode')
  const content = (isPacked ? inflateSync(stored) : stored).toString('latin1')
  const changed = change(content, dictionary, Number.parseInt(head, 10))
  if (changed === content) return object
  const bytes = isPacked ? deflateSync(Buffer.from(changed, 'latin1')) : Buffer.from(changed, 'latin1')
  const stated = dictionary.replace(/\/Length \d+/, `/Length ${bytes.length}`)
  return `${head}${stated}\nstream\n${bytes.toString('latin1')}${object.slice(start + length)}`
}
