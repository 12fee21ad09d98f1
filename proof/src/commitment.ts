import { ProofError } from './errors.js'
import { concat, type Sha256, sha256, utf8 } from './hash.js'
import { canonicalize, type JsonValue } from './jcs.js'

/** Bytes of the salt that blinds the details. */
export const SALT_BYTES = 16

/**
 * Blinded commitment to details: `SHA-256(salt ‖ utf8(JCS(details)))`. Once salt and details are erased, nothing can be
 * learned from it, and the leaf made of it still stands.
 * @param salt 16 random bytes, a new one for each entry.
 * @throws {@link ProofError} `commitment` on another length, `not-canonical-json` when details have no canonical form.
 */
export function commitment(salt: Uint8Array, details: JsonValue, sha: Sha256 = sha256): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new ProofError('commitment', `a salt has ${SALT_BYTES} bytes`)
  return sha(concat(salt, utf8(canonicalize(details))))
}
