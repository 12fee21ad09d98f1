/** What is told of content, by its bytes alone. */
export interface Facts {
  /** `application/octet-stream` where nothing better is known; never a type that a browser would run as a page. */
  mimetype: string
  /** Pages of a PDF; 1 for all else. */
  pages: number
  /** Of an image in pixels, the right way up; of the first page of a PDF in points; 0 for all else. */
  width: number
  height: number
}

/** What a media process answers begins with one of these. */
export const answer = {
  /** It has started. */
  ready: 82,
  /** JSON of {@link Facts}; a later one is better than the one before. */
  facts: 70,
  /** The thumbnail, or no bytes: the end of the job. */
  thumbnail: 84,
  /** The same, of a process that has grown so much that it should end. */
  lastThumbnail: 76,
} as const

const numberMax = 2 ** 31 - 1

/** Facts within the bounds of {@link parseFacts}, as content can say anything of itself. */
export function bounded(facts: Facts): Facts {
  const within = (value: number, min: number) => (value >= min ? Math.min(Math.round(value), numberMax) : min)
  return { ...facts, pages: within(facts.pages, 1), width: within(facts.width, 0), height: within(facts.height, 0) }
}

/** Facts as a media process tells them. Hostile content may have taken it over: nothing else is let through. */
export function parseFacts(bytes: Buffer): Facts | null {
  let told: Partial<Record<keyof Facts, unknown>>
  try {
    told = JSON.parse(bytes.toString('utf8')) as typeof told
  } catch {
    return null
  }
  const { mimetype, pages, width, height } = told ?? {}
  if (typeof mimetype !== 'string' || !/^[a-z]{1,20}\/[a-z0-9.+-]{1,100}$/i.test(mimetype)) return null
  if (!isCount(pages, 1) || !isCount(width, 0) || !isCount(height, 0)) return null
  return { mimetype, pages, width, height }
}

function isCount(value: unknown, min: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= numberMax
}

/** A thumbnail, and a page to be read, have at most so many bytes; both fit into a frame. */
export const thumbnailBytesMax = 1 << 18
export const pageBytesMax = (1 << 20) - 16

/** Is it a WebP picture of at most that size, or nothing at all? */
export function isPicture(bytes: Buffer, bytesMax: number): boolean {
  if (bytes.length === 0) return true
  return (
    bytes.length <= bytesMax && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  )
}
