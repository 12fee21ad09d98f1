/** The name of a part of a form; a part with a filename is a file. */
export interface Disposition {
  name: string
  filename?: string
}

/**
 * Parses the Content-Disposition of a part (RFC 7578 §4.2), as browsers, curl and libraries write it.
 *
 * @returns null when it is missing, isn't form-data, or has no name
 */
export function dispositionOf(header: string): Disposition | null {
  for (const line of header.split('\r\n')) {
    const [, field = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s.exec(line) ?? []
    if (field.toLowerCase() !== 'content-disposition') continue
    const [type = '', parameters = ''] = split(value.trim())
    if (type.trim().toLowerCase() !== 'form-data') return null
    const { name, filename } = parametersOf(parameters)
    if (name === undefined) return null
    return filename === undefined ? { name } : { name, filename }
  }
  return null
}

/** Returns the boundary of a multipart/form-data Content-Type (RFC 2046 §5.1.1: 1 to 70 characters), or null. */
export function boundaryOf(contentType: string): string | null {
  const [type = '', parameters = ''] = split(contentType)
  if (type.trim().toLowerCase() !== 'multipart/form-data') return null
  const { boundary } = parametersOf(parameters)
  return boundary !== undefined && /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)
    ? boundary
    : null
}

function split(value: string): [string, string] {
  const at = value.indexOf(';')
  return at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at)]
}

/** Parses `; name="a"; filename=b`. Names are case-insensitive; of a repeated one the first counts. */
function parametersOf(text: string): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = Object.create(null)
  const one = /;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/sy
  for (let match = one.exec(text); match; match = one.exec(text)) {
    const [, key = '', quoted, bare = ''] = match
    found[key.toLowerCase()] ??= quoted === undefined ? bare : unquote(quoted)
  }
  return found
}

/** Browsers write `"` as %22 and line breaks as %0D %0A (WHATWG HTML, multipart/form-data); others escape `"` with a backslash. */
function unquote(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replace(/%(22|0D|0A)/gi, (_, hex: string) => hexCharacter(hex))
}

function hexCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}
