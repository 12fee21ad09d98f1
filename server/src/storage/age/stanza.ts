import { AgeError } from './error.js'

/** The file key wrapped for one recipient, in a header: `-> type arg…` and a body. */
export interface Stanza {
  type: string
  args: readonly string[]
  body: Uint8Array
}

/** Characters in a full line of a body. */
const columns = 64

/** Formats a stanza: its argument line, then its body in lines of 64 characters; the last one is shorter, possibly empty. */
export function formatStanza({ type, args, body }: Stanza): string {
  const text = toBase64(body)
  const lines = Array.from({ length: Math.floor(text.length / columns) + 1 }, (_, at) =>
    text.slice(at * columns, (at + 1) * columns),
  )
  return ['->', type, ...args].join(' ').concat('\n', lines.join('\n'), '\n')
}

/**
 * Parses the stanzas of a header strictly: accepts only output of {@link formatStanza}.
 *
 * @throws {AgeError} `header` when malformed
 */
export function parseStanzas(lines: readonly string[]): Stanza[] {
  const stanzas: Stanza[] = []
  let at = 0
  while (at < lines.length) {
    const [arrow, type, ...args] = lines[at++]?.split(' ') ?? []
    if (arrow !== '->' || type === undefined) throw new AgeError('header', 'a stanza must start with -> and its type')
    if (![type, ...args].every((word) => /^[!-~]+$/.test(word))) {
      throw new AgeError('header', 'stanza arguments must be visible ASCII, separated by one space')
    }
    let text = ''
    let line: string | undefined
    do {
      line = lines[at++]
      if (line === undefined)
        throw new AgeError('header', 'the last line of a stanza must have fewer than 64 characters')
      if (line.length > columns) throw new AgeError('header', 'a line of a stanza must have at most 64 characters')
      text += line
    } while (line.length === columns)
    const body = fromBase64(text)
    if (!body) throw new AgeError('header', 'the body of a stanza must be canonical base64 without padding')
    stanzas.push({ type, args, body })
  }
  return stanzas
}

/** Encodes as base64 (RFC 4648) without padding. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64').replace(/=+$/, '')
}

/** Decodes base64. @returns null when the text isn't the canonical encoding of {@link toBase64} */
export function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  // Node is lenient about alphabet, padding and trailing bits, so check the round trip.
  return toBase64(bytes) === text ? bytes : null
}
