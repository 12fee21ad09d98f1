/** The name of a part of a form; a part with a filename is a file. */
export interface Disposition {
  name: string
  filename?: string
}

/** A malformed form. The message completes "the form is not valid: …". */
export class FormError extends Error {
  override name = 'FormError'
}

/**
 * Parses the header of a part (RFC 7578 §4), as browsers, curl and libraries write it.
 *
 * @throws {FormError} when it isn't UTF-8, isn't form-data with a name, or says that the content is encoded
 */
export function partOf(header: Uint8Array): Disposition {
  const fields = fieldsOf(decoded(header, 'utf-8'))
  const encoding = fields.get('content-transfer-encoding') ?? 'binary'
  // RFC 7578 §4.7 deprecates it. Recorded as it comes, base64 would be another document than the one that was meant.
  if (!/^(7bit|8bit|binary)$/i.test(encoding)) {
    throw new FormError(
      `a part has the Content-Transfer-Encoding ${JSON.stringify(encoding)}; send its bytes as they are`,
    )
  }
  const disposition = dispositionOf(fields.get('content-disposition') ?? '')
  if (disposition === null) throw new FormError('a part has no Content-Disposition: form-data with a name')
  return disposition
}

/** Returns the fields of a header by their lower-case names. Of a repeated one, the first counts. */
function fieldsOf(header: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of header.split('\r\n')) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s.exec(line) ?? []
    const key = name.toLowerCase()
    if (key !== '' && !fields.has(key)) fields.set(key, value.trim())
  }
  return fields
}

/** Parses a Content-Disposition. Returns null when it isn't form-data, or has no name. */
function dispositionOf(value: string): Disposition | null {
  const [type = '', parameters = ''] = split(value)
  if (type.trim().toLowerCase() !== 'form-data') return null
  const { name, filename: plain, 'filename*': extended } = parametersOf(parameters)
  if (name === undefined) return null
  const filename = extended === undefined ? plain : extendedValue(extended)
  return filename === undefined ? { name } : { name, filename }
}

/**
 * Decodes a `filename*`, which wins over a plain `filename` (RFC 6266 §4.3): clients that send both put a substitute into the plain
 * one.
 */
function extendedValue(text: string): string {
  const [, charset = '', value = ''] = /^(utf-8|iso-8859-1)'[^']*'((?:[^%]|%[0-9a-f]{2})*)$/i.exec(text) ?? []
  if (charset === '') throw new FormError(`filename*=${text} is not in the form of RFC 8187`)
  const latin1 = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => hexCharacter(hex))
  return decoded(Buffer.from(latin1, 'latin1'), charset)
}

function decoded(bytes: Uint8Array, charset: string): string {
  // The label iso-8859-1 means windows-1252 to a TextDecoder.
  if (charset.toLowerCase() === 'iso-8859-1') return Buffer.from(bytes).toString('latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FormError('a name in the header of a part is not UTF-8')
  }
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
