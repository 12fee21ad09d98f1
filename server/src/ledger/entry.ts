import { hash as nativeHash, randomFillSync } from 'node:crypto'
import { canonicalize, commitmentOfText, type JsonValue } from '@tallystick/proof'
import { leafHash } from '@tallystick/proof/merkle'

const hashBytes = 32

/**
 * Returns the SHA-256, by the native one-shot call: three times as fast as `createHash` on short input. The result takes a detour
 * over a string into a small array on the heap, because allocating and freeing a buffer takes longer than the hash itself.
 */
export function sha256(data: Uint8Array): Uint8Array {
  const text = nativeHash('sha256', data, 'binary')
  const digest = new Uint8Array(hashBytes)
  for (let at = 0; at < hashBytes; at++) digest[at] = text.charCodeAt(at)
  return digest
}

/** Bound by a leaf: the digest, and details by a salted commitment. */
export interface Entry {
  /** The submitted hash, 32, 48 or 64 bytes. */
  digest: Uint8Array
  /** 16 random bytes; once they and the details are erased, the leaf reveals nothing (I7). */
  salt: Uint8Array
  details: JsonValue
}

/** Returns the 32-byte leaf of an entry: SHA-256(0x00 ‖ digest ‖ SHA-256(salt ‖ JCS(details))). */
export function entryLeaf(entry: Entry): Uint8Array {
  return leafOfText(entry.digest, entry.salt, canonicalize(entry.details))
}

/** The same for details already in canonical form. */
export function leafOfText(digest: Uint8Array, salt: Uint8Array, details: string): Uint8Array {
  return leafHash(digest, commitmentOfText(salt, details, sha256), sha256)
}

const random = new Uint8Array(16 * 512)
let used = random.length

/** Draws 16 random bytes, from the system in bulk: one call each would take longer than signing a batch. */
export function random16(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = random.slice(used, used + 16)
  random.fill(0, used, used + 16)
  used += 16
  return bytes
}
