/** Bytes of UTF-8 that a name has at most: file systems stop at 255, encrypted folders and programs around them earlier. */
export const portableNameBytesMax = 200

/** Windows takes none of these; halves of a character have no UTF-8. */
const reserved = /[<>:"/\\|?*\p{Cc}\p{Cs}]/gu
/** Windows drops them. */
const trailing = /[. ]+$/
/** Devices of Windows, whatever extension follows. */
const device = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³]) *(?:\.|$)/i
/** A longer one isn't an extension, and may be cut. */
const extension = /(?<=.)\.[^.\s]{1,16}$/u

/**
 * Returns the nearest name to a name that every system takes: Windows reserves characters, endings and whole names, and file systems
 * and programs limit the bytes.
 * @param mark a number, for example, that goes before the extension and tells the name from another one.
 * @param bytesMax bytes of UTF-8 that the result has at most.
 * @example
 * portableName('Q3: plan?.pdf') // 'Q3_ plan_.pdf'
 * portableName('nul.txt', { mark: ' (2)' }) // '_nul (2).txt'
 */
export function portableName(name: string, { mark = '', bytesMax = portableNameBytesMax } = {}): string {
  const plain = name.replace(reserved, '_').replace(trailing, (end) => '_'.repeat(end.length)) || '_'
  const safe = device.test(plain) ? `_${plain}` : plain
  const ending = `${mark}${extension.exec(safe)?.[0] ?? ''}`
  const stem = safe.slice(0, safe.length - (ending.length - mark.length))
  const cut = cutTo(stem, bytesMax - bytesOf(ending)) || '_'
  // The cut may have left a dot or a space at the end.
  return `${cut}${ending}`.replace(trailing, (end) => '_'.repeat(end.length))
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

/** Cuts between characters as people see them, such as a flag or a letter with its accents. */
function cutTo(text: string, bytesMax: number): string {
  let bytes = bytesOf(text)
  if (bytes <= bytesMax) return text
  const kept = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    bytes -= bytesOf(last)
    if (bytes <= bytesMax) return kept.join('')
  }
  return ''
}
