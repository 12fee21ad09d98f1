import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { ProofError } from '../errors.js'

/**
 * A SHA-256 function. Pass a native one instead of {@link sha256} where there is one.
 * It must be synchronous, return 32 new bytes, and not keep its argument, which is reused.
 */
export type Sha256 = (data: Uint8Array) => Uint8Array

/** Computes SHA-256 (FIPS 180-4) in portable code. */
export const sha256: Sha256 = (data) => nobleSha256(data)

/** Computes Keccak-256 as Ethereum uses it, which is not SHA3-256 of FIPS 202. */
export function keccak256(data: Uint8Array): Uint8Array {
  return keccak_256(data)
}

/** Concatenates bytes into a new array. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return concatAll(parts)
}

/** The same for any number of parts: a call takes only some ten thousand arguments. */
export function concatAll(parts: readonly Uint8Array[]): Uint8Array {
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

/** Returns whether both hold the same bytes. Not constant time: everything compared here is public. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * Decodes a hex string without `0x`, in either case.
 * @throws {@link ProofError} `malformed` unless it is an even number of hex digits.
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

/** Encodes a string as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}
