import { apiError } from '../http/errors.js'

const expected =
  'the hex of a SHA-256, SHA-384 or SHA-512 hash: 64, 96 or 128 digits, optionally prefixed with 0x or sha256:, sha384:, sha512:'

/** Names of hashes as registries, lockfiles and tools write them before the digits, with their bits. */
const namedDigest = /^sha-?(256|384|512):/i

/**
 * Parses a submitted hash: hex of 32, 48 or 64 bytes, any case, optional `0x`, or optional `sha256:` and the like.
 *
 * @param field its name in messages (`hash`, `item 3: hash`)
 * @throws {ApiError} 400 when it isn't one
 */
export function parseDigest(text: string, field: string): Buffer {
  const digest = digestOf(text)
  if (digest !== null) return digest
  const hex = text.replace(/^0x/i, '')
  if (/^[0-9a-f]*$/i.test(hex)) {
    if (hex.length === 32 || hex.length === 40) {
      const name = hex.length === 32 ? 'MD5' : 'SHA-1'
      throw apiError('invalid', { field, problem: `${name} can be forged and proves nothing. Use ${expected}.` })
    }
  }
  throw apiError('invalid', { field, problem: `expected ${expected}` })
}

/** Parses the hash of a copy's original, which may be left out or empty, to the form in which it is answered. @throws {ApiError} 400 */
export function parseOriginal(text: string | undefined): string | undefined {
  return text ? parseDigest(text, 'originalDocHash').toString('hex') : undefined
}

/** Returns the bytes of a hash in a form that {@link parseDigest} takes; null for other text. */
export function digestOf(text: string): Buffer | null {
  const named = namedDigest.exec(text)
  const hex = text.slice(named?.[0].length ?? (/^0x/i.test(text) ? 2 : 0))
  // Checked first: Buffer reads only the lower byte of a character, and would take U+0130 for the digit 0.
  if (!/^[0-9a-f]*$/i.test(hex)) return null
  const isDigest = named ? hex.length * 4 === Number(named[1]) : [64, 96, 128].includes(hex.length)
  return isDigest ? Buffer.from(hex, 'hex') : null
}
