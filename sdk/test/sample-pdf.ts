/** Entries of a page for its content. */
const contents = {
  stream: '/Contents 5 0 R',
  list: '/Contents [6 0 R 5 0 R]',
  open: '/Contents [6 0 R 6 0 R 5 0 R]',
  closed: '/Contents [5 0 R 7 0 R]',
  none: '',
  endless: '/Contents [5 0 R 8 0 R]',
  missing: '/Contents 9999 0 R',
  'part missing': '/Contents [5 0 R 9999 0 R]',
  undecodable: '/Contents 9 0 R',
} as const

/** Features of a sample document. */
export interface SampleOptions {
  pages?: number
  rotation?: number
  media?: readonly [number, number, number, number]
  crop?: readonly [number, number, number, number]
  /** Resources, box and rotation are those of the tree above the pages. */
  inherits?: boolean
  /**
   * How the content of pages is given. A list leaves a state of graphics open, `open` several; `closed` closes two that it hasn't opened.
   * `endless` ends in a string that isn't closed; `missing` isn't in the file.
   */
  content?: keyof typeof contents
  /** More entries of the catalog. */
  catalog?: string
  /** More entries of each page. */
  page?: string
  /** More objects, of which the first has the number 11 where there is one page. */
  objects?: readonly string[]
}

/** Writes a small PDF as other programs do, by hand: so that the library which reads it didn't write it. */
export function samplePdf({
  pages = 1,
  rotation = 0,
  media = [0, 0, 595, 842],
  crop,
  inherits = false,
  content = 'stream',
  catalog = '',
  page = '',
  objects: more = [],
}: SampleOptions = {}): Uint8Array {
  const own = [
    `/MediaBox [${media.join(' ')}] /Rotate ${rotation} /Resources 3 0 R`,
    ...(crop ? [`/CropBox [${crop.join(' ')}]`] : []),
  ].join(' ')
  const text = stream('BT /F1 24 Tf 60 400 Td (Original) Tj ET')
  const first = 10
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, at) => `${first + at} 0 R`).join(' ')}] /Count ${pages} ${inherits ? own : ''} >>`,
    '<< /Font << /F1 4 0 R >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    text,
    stream('q 0.5 0 0 0.5 10 10 cm'),
    stream('Q Q'),
    stream('(never closed'),
    `<< /Filter /NoSuchDecode /Length 3 >>\nstream\nbad\nendstream`,
    ...Array.from(
      { length: pages },
      () => `<< /Type /Page /Parent 2 0 R ${page} ${contents[content]} ${inherits ? '' : own} >>`,
    ),
    ...more,
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`
  return new TextEncoder().encode(file)
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
