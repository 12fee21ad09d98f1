import { fileTypeFromBuffer } from 'file-type'

/** Bytes needed to detect a type. */
export const headBytes = 1 << 20

/** Bytes checked for being text. */
const textBytes = 1 << 16

/** The type of unrecognised content. */
const unknownType = 'application/octet-stream'

/**
 * Detects the MIME type of content from its first bytes. Ignores file names and what clients claim.
 *
 * All text is `text/plain`, including HTML and XML, so that no browser runs it. SVG is the exception, so that it can be drawn.
 */
export async function sniff(head: Uint8Array): Promise<string> {
  // The byte order mark of UTF-16 looks like the start of an MPEG audio file.
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe && textOf(head) !== null
  const found = isUtf16 ? undefined : await fileTypeFromBuffer(head).catch(() => undefined)
  const mimetype = found?.mime.split(';', 1)[0]
  if (mimetype !== undefined && mimetype !== 'application/xml') return mimetype
  const text = textOf(head)
  if (text === null) return unknownType
  return isSvg(text) ? 'image/svg+xml' : 'text/plain'
}

/** Decodes the beginning of UTF-8 text, or of UTF-16 text with a byte order mark; null for anything else, or for no bytes. */
function textOf(head: Uint8Array): string | null {
  if (head.length === 0) return null
  const start = head.subarray(0, textBytes)
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : 'utf-8'
  try {
    // Stream mode, since the last character may be incomplete.
    const text = new TextDecoder(encoding, { fatal: true }).decode(start, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text contains none of these
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
  } catch {
    return null
  }
}

/** Returns whether the root element is `svg`, skipping declarations, comments and the document type before it. */
function isSvg(text: string): boolean {
  const after = (mark: RegExp, at: number) => {
    mark.lastIndex = at
    return mark.test(text) ? mark.lastIndex : text.length
  }
  for (let at = 0; ; ) {
    at = after(/(?=\S)/g, at)
    if (text.startsWith('<?', at)) at = after(/\?>/g, at)
    else if (text.startsWith('<!--', at)) at = after(/-->/g, at)
    // A document type may contain declarations in brackets, with `>` in them.
    else if (/^<![^[>]*\[/.test(text.slice(at, at + 1000))) at = after(/\]\s*>/g, at)
    else if (text.startsWith('<!', at)) at = after(/>/g, at)
    else return /^<([A-Za-z_][\w.-]{0,50}:)?svg[\s/>]/.test(text.slice(at, at + 100))
  }
}
