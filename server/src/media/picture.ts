import sharp, { type Sharp } from 'sharp'
import { pageBytesMax } from './facts.js'

/** What is drawn from is looked at no further than this: more would not fit into the memory there is, AVIF takes most. */
const pixelsMax = 50_000_000
const avifPixelsMax = 20_000_000

/** The longer side of a thumbnail, in pixels. */
export const thumbnailSide = 320

/** The longer side of a page that is to be read, in pixels. */
export const pageSide = 1600

/** The types that can be drawn. */
export const pictureTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/svg+xml',
])

// One thread, nothing kept, and of all loaders only those of the types above, from memory alone.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/** Width and height by the header, the right way up; 0 where it does not tell. */
export async function sizeOfPicture(bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return { width: 0, height: 0 }
  }
}

/**
 * A small WebP of a picture (of the first one, where it moves), the right way up, without metadata.
 *
 * @throws Error for what is broken or too large
 */
export function thumbnailOfPicture(bytes: Buffer, mimetype: string): Promise<Buffer> {
  // SVG is drawn at the size of the thumbnail, however large it says it is.
  const isDrawing = mimetype === 'image/svg+xml'
  const picture = sharp(bytes, {
    limitInputPixels: isDrawing ? false : mimetype === 'image/avif' ? avifPixelsMax : pixelsMax,
    sequentialRead: true,
    failOn: 'error',
    pages: 1,
  })
  return encode(picture.autoOrient(), !isDrawing)
}

/** A small WebP of RGBA pixels. */
export function thumbnailOfPixels(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  return encode(sharp(pixels, { raw: { width, height, channels: 4 } }), true)
}

/** A WebP of a page to be read, of at most {@link pageBytesMax}. @throws Error when that does not do */
export async function pageOfPixels(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  for (const quality of [82, 40, 10]) {
    const page = sharp(pixels, { raw: { width, height, channels: 4 } })
    const picture = await page.flatten({ background: '#ffffff' }).webp({ quality, effort: 2 }).toBuffer()
    if (picture.length <= pageBytesMax) return picture
  }
  throw new Error('a page that does not get small')
}

function encode(picture: Sharp, withoutEnlargement: boolean): Promise<Buffer> {
  return picture
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement })
    .webp({ quality: 75, effort: 3 })
    .toBuffer()
}
