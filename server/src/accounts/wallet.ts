import { keccak256, toHex, utf8 } from '@tallystick/proof'
import secp256k1 from 'secp256k1'

/**
 * Writes an address with its EIP-55 checksum: a hex letter is upper case where the keccak-256 of the lower-case text has a
 * nibble of 8 or more.
 */
export function checksumAddress(address: Uint8Array): string {
  const text = toHex(address)
  const hash = toHex(keccak256(utf8(text)))
  let result = '0x'
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    result += Number.parseInt(hash.charAt(i), 16) >= 8 ? letter.toUpperCase() : letter
  }
  return result
}

/** The address of a secp256k1 private key: the last 20 bytes of the keccak-256 of its public point. */
export function addressOfKey(privateKey: Uint8Array): Uint8Array {
  const point = secp256k1.publicKeyCreate(privateKey, false)
  return keccak256(point.subarray(1)).subarray(12)
}

/** What {@link readAddress} found wrong. */
export type AddressFault = 'form' | 'checksum'

/**
 * Reads an EVM address as a person may write it: `0x` and 40 hex digits, in one case, or in mixed case with the right
 * EIP-55 checksum.
 *
 * @returns the checksummed address, or what is wrong
 */
export function readAddress(text: string): { address: string } | { fault: AddressFault } {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { fault: 'form' }
  const digits = text.slice(2)
  const address = checksumAddress(Buffer.from(digits, 'hex'))
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase || address === text ? { address } : { fault: 'checksum' }
}
