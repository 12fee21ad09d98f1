import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { isLogoSize, lookLimits } from '@tallystick/proof/certificate'

/*
 * Rewrites a PNG (ISO/IEC 15948) as certificates carry one: opaque, eight bits for each of red, green and blue, and nothing beside the
 * colors. What was transparent becomes paper. So a PDF needs no mask, and no comment or color profile travels along.
 */

/** A picture as certificates carry it. */
export interface Logo {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes of a pixel by type of color: gray, RGB, palette, gray with alpha, RGB with alpha. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** @throws {Error} says in words that continue "must be" what a logo is, when the bytes are none */
export function logoOf(bytes: Uint8Array): Logo {
  const { lengthMax, side } = { lengthMax: lookLimits.logoBytesMax, side: lookLimits.logoSideMax }
  if (bytes.length > lengthMax) throw new Error(`a PNG of at most ${lengthMax / 1024} KiB`)
  const chunks = chunksOf(Buffer.from(bytes))
  const head = chunks.find(({ type }) => type === 'IHDR')?.data
  if (head?.length !== 13) throw new Error('a PNG')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth, color = -1, , , interlace] = head.subarray(8)
  if (!isLogoSize({ width, height })) throw new Error(`a PNG of at most ${side} × ${side} pixels`)
  const size = channels[color]
  if (depth !== 8 || size === undefined || interlace !== 0)
    throw new Error('a PNG with 8 bits per channel that is not interlaced')
  const rows = unfiltered(unpacked(chunks, height * (width * size + 1)), width * size, size)
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  const alphas = chunks.find(({ type }) => type === 'tRNS')?.data
  const pixels = Buffer.alloc(height * (3 * width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * size
      const paper = onPaper(rows.subarray(at, at + size), color, palette, alphas)
      pixels.set(paper, y * (3 * width + 1) + 1 + 3 * x)
    }
  const opaque = Buffer.from(head)
  opaque[9] = 2
  const png = Buffer.concat([
    signature,
    chunk('IHDR', opaque),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  if (png.length > lengthMax)
    throw new Error(`a picture of fewer colors or pixels: rewritten, it is over ${lengthMax / 1024} KiB`)
  return { png, width, height }
}

interface Chunk {
  type: string
  data: Buffer
}

function chunksOf(png: Buffer): Chunk[] {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('a PNG')
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (end > png.length || crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) break
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end - 4) })
    at = end
  }
  if (chunks.at(-1)?.type !== 'IEND') throw new Error('a whole PNG')
  return chunks
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function unpacked(chunks: readonly Chunk[], length: number): Buffer {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  try {
    const rows = inflateSync(packed, { maxOutputLength: length })
    if (rows.length === length) return rows
  } catch {
    // Damaged, or longer than its measures say.
  }
  throw new Error('a whole PNG')
}

/** Undoes the filters of all rows (§9). @param step bytes of a pixel */
function unfiltered(rows: Buffer, rowLength: number, step: number): Buffer {
  const height = rows.length / (rowLength + 1)
  const plain = Buffer.alloc(height * rowLength)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (rowLength + 1)] ?? 0
    if (filter > 4) throw new Error('a whole PNG')
    for (let x = 0; x < rowLength; x++) {
      const at = y * rowLength + x
      const left = x < step ? 0 : (plain[at - step] ?? 0)
      const above = y === 0 ? 0 : (plain[at - rowLength] ?? 0)
      const corner = x < step || y === 0 ? 0 : (plain[at - rowLength - step] ?? 0)
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0
      plain[at] = (rows[y * (rowLength + 1) + 1 + x] ?? 0) + predicted
    }
  }
  return plain
}

/** The neighbor that is closest to left + above − corner (§9.4). */
function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** A pixel's red, green and blue on white paper. */
function onPaper(pixel: Buffer, color: number, palette: Buffer | undefined, alphas: Buffer | undefined): number[] {
  const [first = 0, second = 0, third = 0, fourth = 255] = pixel
  const mixed = (parts: number[], alpha: number) => parts.map((part) => Math.round(255 + ((part - 255) * alpha) / 255))
  if (color === 3) {
    const entry = palette?.subarray(3 * first, 3 * first + 3)
    if (entry?.length !== 3) throw new Error('a PNG with a whole palette')
    return mixed([...entry], alphas?.[first] ?? 255)
  }
  if (color === 4) return mixed([first, first, first], second)
  if (color === 6) return mixed([first, second, third], fourth)
  // One color that counts as transparent, in two bytes each.
  const shown = color === 0 ? [first] : [first, second, third]
  const isPaper = alphas !== undefined && shown.every((part, at) => alphas.readUInt16BE(2 * at) === part)
  if (isPaper) return [255, 255, 255]
  return color === 0 ? [first, first, first] : shown
}
