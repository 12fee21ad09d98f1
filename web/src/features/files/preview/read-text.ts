import { client } from '../../../session/client.js'
import type { FileDetails } from '../model/items.js'

/** Bytes of a text that are read for its preview. */
const bytesMax = 256 * 1024

/** The beginning of a text. */
export interface ShownText {
  text: string
  /** Whether the text goes on. */
  isCut: boolean
}

/**
 * Reads the beginning of a text in UTF-8, or in UTF-16 with a byte order mark, as the service tells texts from other contents.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function readText({ _id: id, file: { fileSize } }: FileDetails): Promise<ShownText> {
  const isCut = fileSize > bytesMax
  const headers: Record<string, string> = isCut ? { range: `bytes=0-${bytesMax - 1}` } : {}
  const bytes = new Uint8Array(await (await client.fetch(`/api/files/${id}/content`, { headers })).arrayBuffer())
  // Stream mode leaves out a last character that was cut.
  return { text: new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: isCut }), isCut }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
