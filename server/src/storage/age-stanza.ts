import { AgeError } from './age-error.js'

/** One way to the file key, in a header: `-> type arg…` and a body. */
export interface Stanza {
  type: string
  args: readonly string[]
  body: Uint8Array
}

/** Characters in a full line of a body. */
const columns = 64

/** The text of a stanza: its line, and its body in lines of 64 characters, of which the last is shorter, perhaps empty. */
export function formatStanza({ type, args, body }: Stanza): string {
  const text = toBase64(body)
  const lines = Array.from({ length: Math.floor(text.length / columns) + 1 }, (_, at) =>
    text.slice(at * columns, (at + 1) * columns),
  )
  return ['->', type, ...args].join(' ').concat('\n', lines.join('\n'), '\n')
}

/**
 * Reads the stanzas of a header, to the letter: only what {@link formatStanza} could have made.
 *
 * @throws AgeError `header`
 */
export function parseStanzas(lines: readonly string[]): Stanza[] {
  const stanzas: Stanza[] = []
  let at = 0
  while (at < lines.length) {
    const [arrow, type, ...args] = lines[at++]?.split(' ') ?? []
    if (arrow !== '->' || type === undefined) throw new AgeError('header', 'a stanza begins with -> and its type')
    if (![type, ...args].every((word) => /^[!-~]+$/.test(word))) {
      throw new AgeError('header', 'words of a stanza are visible ASCII characters, one space apart')
    }
    let text = ''
    let line: string | undefined
    do {
      line = lines[at++]
      if (line === undefined) throw new AgeError('header', 'the last line of a stanza has less than 64 characters')
      if (line.length > columns) throw new AgeError('header', 'a line of a stanza has 64 characters at most')
      text += line
    } while (line.length === columns)
    const body = fromBase64(text)
    if (!body) throw new AgeError('header', 'the body of a stanza is canonical base64 without padding')
    stanzas.push({ type, args, body })
  }
  return stanzas
}

/** Base64 (RFC 4648) without padding. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64').replace(/=+$/, '')
}

/** @returns null when the text is not what {@link toBase64} makes */
export function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  // Node is lenient about alphabet, padding and the last bits: what it took has to come out again.
  return toBase64(bytes) === text ? bytes : null
}
