/** The extension in a name: lower case, without its dot; empty when there is none. */
export function extensionOf(...names: readonly string[]): string {
  for (const name of names) {
    const [, extension] = /[^.]\.([A-Za-z0-9]{1,16})$/.exec(name) ?? []
    if (extension !== undefined) return extension.toLowerCase()
  }
  return ''
}

/** What a client called the file it sent, without the folders of its own machine; some put them there. At most 255 characters. */
export function uploadedName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim()
  return [...clean].slice(-255).join('')
}

/**
 * The name that a download has: the file's, with an extension if it has none, so that it opens, and without what turns the
 * direction of text, which could make one kind of file look like another.
 */
export function downloadName(name: string, extension: string): string {
  const full = extension === '' || extensionOf(name) !== '' ? name : `${name}.${extension}`
  return full.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/**
 * Content-Disposition of a download (RFC 6266): the name in ASCII for old clients, and as it is (RFC 8187).
 *
 * @param extension put behind a name that has none
 */
export function attachmentOf(name: string, extension: string): string {
  const safe = downloadName(name, extension)
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
