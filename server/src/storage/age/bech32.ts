import { bech32 as codec } from '@scure/base'

// Bech32 (BIP 173) as age uses it: without its limit of 90 characters.

/** Encodes bytes, in lower case, e.g. `age1…`. */
export function bech32(prefix: string, bytes: Uint8Array): string {
  return codec.encode(prefix, codec.toWords(bytes), false)
}

/**
 * Decodes the output of {@link bech32}, in lower or upper case.
 *
 * @returns the prefix in lower case, and the bytes
 * @throws {Error} when malformed; the message doesn't contain the text, which may be a secret
 */
export function parseBech32(text: string): { prefix: string; bytes: Uint8Array } {
  // The library's own messages quote the text.
  const decoded = codec.decodeUnsafe(text, false)
  if (!decoded) throw new Error('bech32: a character or the checksum is wrong')
  const bytes = codec.fromWordsUnsafe(decoded.words)
  if (!bytes) throw new Error('bech32: the padding bits are not zero')
  return { prefix: decoded.prefix, bytes }
}
