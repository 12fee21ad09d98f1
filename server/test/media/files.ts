import { constants, crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture whose left half is red and right half blue. */
export function picture(width: number, height: number) {
  const left = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#ff0000' } }
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: left, left: 0, top: 0 },
  ])
}

export const svg = (content: string, attributes = 'width="200" height="100"', before = '') =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

export const redAndBlue =
  '<rect width="100%" height="100%" fill="#0000ff"/><rect width="50%" height="100%" fill="#ff0000"/>'

/** A PDF of objects numbered from 1; the first is the catalog. */
export function pdfOf(...objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + trailer, 'latin1')
}

export const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A PDF with this many pages, the left half red and the right half blue. */
export function pdf(pages: number, width = 612, height = 792, attributes = ''): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 4} 0 R`).join(' ')
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${attributes} /Contents 3 0 R >>`
  return pdfOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    stream(`0 0 1 rg 0 0 ${width} ${height} re f 1 0 0 rg 0 0 ${width / 2} ${height} re f`),
    ...Array<string>(pages).fill(page),
  )
}

/** A PNG whose header claims this size, with these bytes as its pixels. */
export function png(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const around = [Buffer.alloc(4), Buffer.alloc(4)] as const
    around[0].writeUInt32BE(data.length)
    around[1].writeUInt32BE(crc32(body) >>> 0)
    return [around[0], body, around[1]]
  }
  const mark = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))].flat()
  return Buffer.concat([mark, ...parts])
}

const mebibyte = 1 << 20
/** A MiB of zeros, so that others may follow. */
const packedMebibyte = deflateRawSync(Buffer.alloc(mebibyte), { finishFlush: constants.Z_FULL_FLUSH })

/** Zeros as Deflate packs them, put together from packed pieces: packing a gigabyte takes seconds. */
function packedZeros(bytes: number): Buffer {
  const pieces = Array<Buffer>(Math.floor(bytes / mebibyte)).fill(packedMebibyte)
  return Buffer.concat([...pieces, deflateRawSync(Buffer.alloc(bytes % mebibyte))])
}

/** A PNG of uniform grey, a thousand times smaller than its pixels. */
export function bomb(width: number, height: number): Buffer {
  const bytes = (width + 1) * height
  // Adler-32 of zeros.
  const sum = Buffer.from([0, 0, 0, 1])
  sum.writeUInt16BE(bytes % 65_521)
  return png(width, height, Buffer.concat([Buffer.from('78da', 'hex'), packedZeros(bytes), sum]))
}

/** A ZIP archive of one file: 100 MiB of zeros in 100 KiB. */
export function zipBomb(name: string): Buffer {
  const size = 100 * mebibyte
  const packed = packedZeros(size)
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 'latin1')
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}
