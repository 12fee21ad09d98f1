import { keccak256, toHex, utf8 } from '@tallystick/proof'
import { secp256k1 } from '../base/secp256k1.js'

/**
 * Formats an address with its EIP-55 checksum: a hex digit is upper case where the keccak-256 of the lower-case text has a nibble
 * of 8 or more.
 */
export function checksumAddress(address: Uint8Array): string {
  const text = toHex(address)
  const hash = toHex(keccak256(utf8(text)))
  let result = '0x'
  for (let i = 0; i < text.length; i++) {
    const digit = text.charAt(i)
    result += Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit
  }
  return result
}

/** Derives the address of a secp256k1 private key: the last 20 bytes of the keccak-256 of its public key. */
export function addressOfKey(privateKey: Uint8Array): Uint8Array {
  const point = secp256k1.publicKeyOf(privateKey)
  return keccak256(point.subarray(1)).subarray(12)
}

/** Problem found by {@link parseAddress}. */
export type AddressFault = 'form' | 'checksum'

/**
 * Parses an EVM address: `0x` and 40 hex digits, in one case, or in mixed case with the right EIP-55 checksum.
 *
 * @returns the checksummed address, or the problem
 */
export function parseAddress(text: string): { address: string } | { fault: AddressFault } {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { fault: 'form' }
  const digits = text.slice(2)
  const address = checksumAddress(Buffer.from(digits, 'hex'))
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase || address === text ? { address } : { fault: 'checksum' }
}
