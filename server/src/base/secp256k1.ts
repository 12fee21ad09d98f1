import { createRequire } from 'node:module'
import { secp256k1 as pure } from '@noble/curves/secp256k1.js'

/** Operations on secp256k1, deterministic (RFC 6979) and byte for byte the same in every library. */
export interface Secp256k1 {
  /** @returns whether 32 bytes are a private key */
  isKey(key: Uint8Array): boolean
  /** @returns the uncompressed point: 4, x and y, 65 bytes */
  publicKeyOf(key: Uint8Array): Uint8Array
  /** @returns r and s, 32 bytes each, s in the lower half, and the parity of the point's y */
  sign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; parity: number }
}

/** The part of package `secp256k1` that is used. */
interface Binding {
  privateKeyVerify(key: Uint8Array): boolean
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

/** In JavaScript, for platforms without a compiled library. */
export const noble: Secp256k1 = {
  isKey: (key) => pure.utils.isValidSecretKey(key),
  publicKeyOf: (key) => pure.getPublicKey(key, false),
  sign(digest, key) {
    const recovered = pure.sign(digest, key, { prehash: false, format: 'recovered' })
    return { signature: recovered.subarray(1), parity: recovered[0] as number }
  },
}

/** libsecp256k1, four times as fast. Undefined where its package holds no library for the platform and built none. */
export const native: Secp256k1 | undefined = fromBinding(load())

/** The fastest there is. The package's own substitute, elliptic, is never used: it signs some messages wrongly. */
export const secp256k1: Secp256k1 = native ?? noble

function load(): Binding | undefined {
  try {
    // Its main module would fall back to elliptic.
    return createRequire(import.meta.url)('secp256k1/bindings') as Binding
  } catch {
    return undefined
  }
}

function fromBinding(binding: Binding | undefined): Secp256k1 | undefined {
  return (
    binding && {
      isKey: (key) => binding.privateKeyVerify(key),
      publicKeyOf: (key) => binding.publicKeyCreate(key, false),
      sign(digest, key) {
        const { signature, recid } = binding.ecdsaSign(digest, key)
        return { signature, parity: recid }
      },
    }
  )
}
