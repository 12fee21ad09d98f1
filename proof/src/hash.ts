import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { ProofError } from './errors.js'

/**
 * A SHA-256 function. Where a native one is at hand it may be passed instead of {@link sha256}.
 * It has to be synchronous, must return 32 new bytes, and must not keep its argument, which is reused.
 */
export type Sha256 = (data: Uint8Array) => Uint8Array

/** SHA-256 (FIPS 180-4), portable. */
export const sha256: Sha256 = (data) => nobleSha256(data)

/** Keccak-256 as Ethereum uses it (not FIPS 202 SHA3-256). */
export function keccak256(data: Uint8Array): Uint8Array {
  return keccak_256(data)
}

/** The given bytes one after the other in a new array. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Whether both hold the same bytes. Not constant time: everything compared here is public. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

const octets = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** Lower case hex without `0x`. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += octets[bytes[i]!]
  return text
}

/**
 * Bytes of a hex string without `0x`; both cases are read.
 * @throws {@link ProofError} `malformed` when it is not an even number of hex digits.
 */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) throw new ProofError('malformed', 'hex needs an even number of digits')
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    const value = nibble(text.charCodeAt(2 * i)) * 16 + nibble(text.charCodeAt(2 * i + 1))
    bytes[i] = value
  }
  return bytes
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 102) return code - 87
  if (code >= 65 && code <= 70) return code - 55
  throw new ProofError('malformed', 'not a hex digit')
}

const encoder = new TextEncoder()

/** UTF-8 bytes of a string. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}
