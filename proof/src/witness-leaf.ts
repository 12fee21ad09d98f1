import { concat, sha256 } from './encoding/hash.js'

const LEAF = Uint8Array.of(0)

/**
 * Returns a leaf that is a hash alone: `SHA-256(0x00 ‖ hash)`. That of a batch's root in a witnessed tree, or that of a token's
 * digest in a batch. Entries have longer ones, so neither can be taken for an entry.
 * @param hash 32 bytes.
 */
export function witnessLeaf(hash: Uint8Array): Uint8Array {
  return sha256(concat(LEAF, hash))
}
