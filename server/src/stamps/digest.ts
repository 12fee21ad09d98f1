import { apiError } from '../http/errors.js'

const expected = 'the hex of a SHA-256, SHA-384 or SHA-512 hash: 64, 96 or 128 digits, optionally prefixed with 0x'

/**
 * Parses a submitted hash: hex of 32, 48 or 64 bytes, any case, optional `0x`.
 *
 * @param field its name in messages (`hash`, `item 3: hash`)
 * @throws {ApiError} 400 when it isn't one
 */
export function parseDigest(text: string, field: string): Buffer {
  const hex = /^0x/i.test(text) ? text.slice(2) : text
  // Checked first: Buffer reads only the lower byte of a character, and would take U+0130 for the digit 0.
  if (/^[0-9a-f]*$/i.test(hex)) {
    if (hex.length === 64 || hex.length === 96 || hex.length === 128) return Buffer.from(hex, 'hex')
    if (hex.length === 32 || hex.length === 40) {
      const name = hex.length === 32 ? 'MD5' : 'SHA-1'
      throw apiError('invalid', { field, problem: `${name} can be forged and proves nothing. Use ${expected}.` })
    }
  }
  throw apiError('invalid', { field, problem: `expected ${expected}` })
}
