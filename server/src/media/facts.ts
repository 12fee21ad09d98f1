/** Facts about a content, derived from its bytes alone. */
export interface Facts {
  /** `application/octet-stream` when unknown; never a type that a browser would run as a page. */
  mimetype: string
  /** Pages of a PDF; 1 for anything else. */
  pages: number
  /** Of an image, in pixels, after applying its orientation; of the first page of a PDF, in points; 0 for anything else. */
  width: number
  height: number
}

/** First byte of each answer of a media process. */
export const answer = {
  /** The process is ready. */
  ready: 82,
  /** JSON of {@link Facts}; supersedes earlier ones of the job. */
  facts: 70,
  /** The thumbnail, possibly empty; ends the job. */
  thumbnail: 84,
  /** The same, from a process that has grown too large and should be ended. */
  lastThumbnail: 76,
} as const

const numberMax = 2 ** 31 - 1

/** Clamps facts to the bounds of {@link parseFacts}, since content can claim anything about itself. */
export function bounded(facts: Facts): Facts {
  const within = (value: number, min: number) => (value >= min ? Math.min(Math.round(value), numberMax) : min)
  return { ...facts, pages: within(facts.pages, 1), width: within(facts.width, 0), height: within(facts.height, 0) }
}

/** Parses facts from a media process strictly: hostile content may have taken it over. */
export function parseFacts(bytes: Buffer): Facts | null {
  let reported: Partial<Record<keyof Facts, unknown>>
  try {
    reported = JSON.parse(bytes.toString('utf8')) as typeof reported
  } catch {
    return null
  }
  const { mimetype, pages, width, height } = reported ?? {}
  if (typeof mimetype !== 'string' || !/^[a-z]{1,20}\/[a-z0-9.+-]{1,100}$/i.test(mimetype)) return null
  if (!isCount(pages, 1) || !isCount(width, 0) || !isCount(height, 0)) return null
  return { mimetype, pages, width, height }
}

function isCount(value: unknown, min: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= numberMax
}

/** Maximum sizes of a thumbnail and of a page, in bytes; both fit into a frame. */
export const thumbnailBytesMax = 1 << 18
export const pageBytesMax = (1 << 20) - 16

/** Returns whether the bytes are empty or a WebP picture of at most that size. */
export function isPicture(bytes: Buffer, bytesMax: number): boolean {
  if (bytes.length === 0) return true
  return (
    bytes.length <= bytesMax && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  )
}
