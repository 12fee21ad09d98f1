/*
 * Apart from the hashes: the first chunk of a page that uses the SDK contains this, and none of them.
 */

const octets = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** Encodes bytes as lower case hex without `0x`. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += octets[bytes[i]!]
  return text
}
