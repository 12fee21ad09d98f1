import { inOneDirection } from '@tallystick/proof'

/**
 * Returns a Content-Disposition (RFC 6266): the name in ASCII for old clients, and unchanged (RFC 8187).
 *
 * @param kind `attachment` has a browser save the answer, `inline` has it shown, and names it when it is saved.
 */
export function disposition(kind: 'attachment' | 'inline', filename: string): string {
  const safe = inOneDirection(filename)
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  const unchanged = ascii === safe ? '' : `; filename*=UTF-8''${encoded}`
  return `${kind}; filename="${ascii}"${unchanged}`
}
