import sharp, { type Sharp } from 'sharp'
import { pageBytesMax } from './facts.js'

/** Maximum pixels of a picture that gets a thumbnail: more wouldn't fit into memory. AVIF needs the most. */
const pixelsMax = 50_000_000
const avifPixelsMax = 20_000_000

/** Longer side of a thumbnail, in pixels. */
export const thumbnailSide = 320

/** Longer side of a drawn page, in pixels. */
export const pageSide = 1600

/** Types that can be drawn. */
export const pictureTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
])

// One thread, no cache, and only the loaders of the types above, reading from memory only.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/** Reads width and height from the header, after applying the orientation; 0 when unknown. */
export async function sizeOfPicture(bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return { width: 0, height: 0 }
  }
}

/**
 * Makes a small WebP of a picture (of the first frame, if animated), with its orientation applied and without metadata.
 *
 * @throws {Error} when the picture is damaged or too large
 */
export function thumbnailOfPicture(bytes: Buffer, mimetype: string): Promise<Buffer> {
  // SVG is drawn at the size of the thumbnail, whatever size it claims.
  const isDrawing = mimetype === 'image/svg+xml'
  const picture = sharp(bytes, {
    limitInputPixels: isDrawing ? false : mimetype === 'image/avif' ? avifPixelsMax : pixelsMax,
    sequentialRead: true,
    failOn: 'error',
    pages: 1,
  })
  return encode(picture.autoOrient(), !isDrawing)
}

/** Makes a small WebP of RGBA pixels. */
export function thumbnailOfPixels(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  return encode(sharp(pixels, { raw: { width, height, channels: 4 } }), true)
}

/** Encodes a page as WebP of at most {@link pageBytesMax}. @throws {Error} when even the lowest quality is larger */
export async function pageOfPixels(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  for (const quality of [82, 40, 10]) {
    const page = sharp(pixels, { raw: { width, height, channels: 4 } })
    const picture = await page.flatten({ background: '#ffffff' }).webp({ quality, effort: 2 }).toBuffer()
    if (picture.length <= pageBytesMax) return picture
  }
  throw new Error('the page does not compress enough')
}

function encode(picture: Sharp, withoutEnlargement: boolean): Promise<Buffer> {
  return picture
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement })
    .webp({ quality: 75, effort: 3 })
    .toBuffer()
}
