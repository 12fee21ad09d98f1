import { fileTypeFromBuffer } from 'file-type'

/** More than this is not needed to tell what something is. */
export const headBytes = 1 << 20

/** Text is judged by its beginning. */
const textBytes = 1 << 16

/** Told for what nobody knows. */
export const unknownType = 'application/octet-stream'

/**
 * The MIME type of content, by its first bytes; names and what clients say have no part in it.
 *
 * Everything that is text is `text/plain`, HTML and XML too, so that no browser runs it; SVG alone is named, to be drawn.
 */
export async function sniff(head: Uint8Array): Promise<string> {
  // The mark of UTF-16 looks like the beginning of an old audio file.
  const isMarked = head[0] === 0xff && head[1] === 0xfe && textOf(head) !== null
  const found = isMarked ? undefined : await fileTypeFromBuffer(head).catch(() => undefined)
  const mimetype = found?.mime.split(';', 1)[0]
  if (mimetype !== undefined && mimetype !== 'application/xml') return mimetype
  const text = textOf(head)
  if (text === null) return unknownType
  return isSvg(text) ? 'image/svg+xml' : 'text/plain'
}

/** The beginning of UTF-8 or (with its mark) UTF-16 text; null for anything else, and for nothing. */
function textOf(head: Uint8Array): string | null {
  if (head.length === 0) return null
  const start = head.subarray(0, textBytes)
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : 'utf-8'
  try {
    // As a stream, since the end may cut a character in two.
    const text = new TextDecoder(encoding, { fatal: true }).decode(start, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
  } catch {
    return null
  }
}

/** Is the root element `svg`, after whatever may stand before it? */
function isSvg(text: string): boolean {
  const after = (mark: RegExp, at: number) => {
    mark.lastIndex = at
    return mark.test(text) ? mark.lastIndex : text.length
  }
  for (let at = 0; ; ) {
    at = after(/(?=\S)/g, at)
    if (text.startsWith('<?', at)) at = after(/\?>/g, at)
    else if (text.startsWith('<!--', at)) at = after(/-->/g, at)
    // A document type may hold declarations in brackets, with `>` in them.
    else if (/^<![^[>]*\[/.test(text.slice(at, at + 1000))) at = after(/\]\s*>/g, at)
    else if (text.startsWith('<!', at)) at = after(/>/g, at)
    else return /^<([A-Za-z_][\w.-]{0,50}:)?svg[\s/>]/.test(text.slice(at, at + 100))
  }
}
