// Bech32 (BIP 173) as age uses it: any length, no mixed case.

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const
const checksumLength = 6

/** Encodes bytes, in lower case, e.g. `age1…`. */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5)
  let sum = polymod([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = Array.from({ length: checksumLength }, () => {
    const word = sum >>> 25
    sum = (sum & 0x1ffffff) << 5
    return word
  })
  return `${prefix}1${[...words, ...checksum].map((word) => alphabet[word]).join('')}`
}

/**
 * Decodes the output of {@link bech32}, in lower or upper case.
 *
 * @returns the prefix in lower case, and the bytes
 * @throws {Error} when malformed; the message doesn't contain the text, which may be a secret
 */
export function parseBech32(text: string): { prefix: string; bytes: Uint8Array } {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) throw new Error('bech32: upper and lower case are mixed')
  const at = lower.lastIndexOf('1')
  const prefix = lower.slice(0, at)
  if (!/^[!-~]+$/.test(prefix)) throw new Error('bech32: the prefix is missing')
  const words = [...lower.slice(at + 1)].map((character) => alphabet.indexOf(character))
  if (words.length < checksumLength || words.includes(-1)) throw new Error('bech32: invalid character, or too short')
  if (polymod([...expand(prefix), ...words]) !== 1) throw new Error('bech32: the checksum is wrong')
  return { prefix, bytes: Uint8Array.from(regroup(words.slice(0, -checksumLength), 5, 8)) }
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function polymod(words: readonly number[]): number {
  let sum = 1
  for (const word of words) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (const [bit, term] of generator.entries()) if ((top >> bit) & 1) sum ^= term
  }
  return sum
}

/** Regroups bits. Encoding to 5 bits pads the last word with zeros; decoding checks that they are zeros. */
function regroup(words: Iterable<number>, from: number, to: number): number[] {
  const out: number[] = []
  let bits = 0
  let value = 0
  for (const word of words) {
    value = ((value << from) | word) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      out.push((value >> bits) & ((1 << to) - 1))
    }
  }
  const rest = value & ((1 << bits) - 1)
  if (to < from) {
    if (bits > 0) out.push(rest << (to - bits))
  } else if (bits >= from || rest !== 0) throw new Error('bech32: the padding bits are not zero')
  return out
}
