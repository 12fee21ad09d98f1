import { apiError } from '../base/errors.js'

const expected = 'the hex of a SHA-256, SHA-384 or SHA-512 hash: 64, 96 or 128 digits, optionally after 0x'

/**
 * Reads a submitted hash: hex of 32, 48 or 64 bytes, any case, optional `0x`.
 *
 * @param field how messages name it (`hash`, `item 3: hash`)
 * @throws ApiError 400
 */
export function parseDigest(text: string, field: string): Buffer {
  const hex = /^0x/i.test(text) ? text.slice(2) : text
  if (hex.length === 64 || hex.length === 96 || hex.length === 128) {
    // Reading ends at what is no digit.
    const digest = Buffer.from(hex, 'hex')
    if (2 * digest.length === hex.length) return digest
  }
  if (/^([0-9a-f]{32}|[0-9a-f]{40})$/i.test(hex)) {
    const name = hex.length === 32 ? 'MD5' : 'SHA-1'
    throw apiError('invalid', { field, problem: `${name} can be forged and proves nothing: give ${expected}` })
  }
  throw apiError('invalid', { field, problem: `expected ${expected}` })
}
