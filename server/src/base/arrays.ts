/**
 * Array parameters as PostgreSQL writes them (`{a,b}`), for statements that carry many rows: the driver would look at each
 * element's kind and escape it, which takes a multiple of the time.
 */
type ArrayText = string

/** Elements without quotes, commas, braces, backslashes, spaces or NULL: numbers, booleans, UUIDs, codes. */
export function plainArray(values: readonly (string | number | boolean)[]): ArrayText {
  return `{${values.join(',')}}`
}

/** `bytea[]`. */
export function byteaArray(values: readonly Uint8Array[]): ArrayText {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const bytes = values[i] as Uint8Array
    const buffer = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    text += `${i === 0 ? '' : ','}"\\\\x${buffer.toString('hex')}"`
  }
  return `${text}}`
}

const special = /["\\]/
const specials = /["\\]/g

/** `text[]` or `json[]` of any text that PostgreSQL keeps (no U+0000). */
export function textArray(values: readonly string[]): ArrayText {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as string
    text += `${i === 0 ? '' : ','}"${special.test(value) ? value.replace(specials, '\\$&') : value}"`
  }
  return `${text}}`
}
