import { sha384, sha512 } from '@noble/hashes/sha2.js'
import { sha256 } from '../encoding/hash.js'

/** A digest that tokens are made with. */
export type Digest = {
  readonly name: 'SHA-256' | 'SHA-384' | 'SHA-512'
  /** Length in bytes. */
  readonly size: number
  readonly hash: (data: Uint8Array) => Uint8Array
}

/** The accepted digests, by object identifier (RFC 5754). */
export const digests: Readonly<Record<string, Digest>> = {
  '2.16.840.1.101.3.4.2.1': { name: 'SHA-256', size: 32, hash: sha256 },
  '2.16.840.1.101.3.4.2.2': { name: 'SHA-384', size: 48, hash: sha384 },
  '2.16.840.1.101.3.4.2.3': { name: 'SHA-512', size: 64, hash: sha512 },
}
