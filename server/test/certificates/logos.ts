import { crc32, deflateSync } from 'node:zlib'
import { logoOf } from '../../src/certificates/letterhead/png.js'

/** A picture to write as PNG. `pixels`: rows of samples, each row behind the number of its filter. */
interface Picture {
  width: number
  height: number
  /** Type of color: gray 0, RGB 2, palette 3, gray with alpha 4, RGB with alpha 6. */
  color: number
  pixels: Uint8Array
  depth?: number
  interlace?: number
  /** Further chunks before the pixels. */
  more?: readonly (readonly [type: string, data: Uint8Array])[]
}

/** Writes a PNG (ISO/IEC 15948). */
export function pngOf({ width, height, color, pixels, depth = 8, interlace = 0, more = [] }: Picture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, color, 0, 0, interlace], 8)
  const chunks = [['IHDR', head], ...more, ['IDAT', deflateSync(pixels)], ['IEND', Buffer.of()]] as const
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(([type, data]) => chunk(type, data))])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const [width, height] = [120, 40]
/** A blue bar with a transparent edge, as certificates carry it. */
export const logo = logoOf(
  pngOf({
    width,
    height,
    color: 6,
    pixels: Buffer.concat(
      Array.from({ length: height }, (_, y) =>
        Buffer.from([0, ...Array.from({ length: width }, (_, x) => [26, 79, 139, y < 8 || x < 8 ? 0 : 255]).flat()]),
      ),
    ),
  }),
)
