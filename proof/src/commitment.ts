import { type Sha256, sha256 } from './encoding/hash.js'
import { canonicalize, type JsonValue } from './encoding/jcs.js'
import { ProofError } from './errors.js'

const encoder = new TextEncoder()
/** Reused for short details, which most are, instead of allocating an array each time. */
const buffer = new Uint8Array(4096)

/** Length of the salt that blinds the details. */
const SALT_BYTES = 16

/**
 * Computes the blinded commitment to details: `SHA-256(salt ‖ utf8(JCS(details)))`. Once salt and details are erased it
 * reveals nothing, and the leaf stays valid.
 * @param salt 16 random bytes, new for each entry.
 * @throws {@link ProofError} `commitment` when the salt has another length, `not-canonical-json` when the details have no
 * canonical form.
 */
export function commitment(salt: Uint8Array, details: JsonValue, sha: Sha256 = sha256): Uint8Array {
  return commitmentOfText(salt, canonicalize(details), sha)
}

/**
 * Computes the same commitment from details already in canonical form.
 * @throws {@link ProofError} `commitment` when the salt has another length.
 */
export function commitmentOfText(salt: Uint8Array, text: string, sha: Sha256 = sha256): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new ProofError('commitment', `a salt has ${SALT_BYTES} bytes`)
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  const longest = SALT_BYTES + 3 * text.length
  const input = longest <= buffer.length ? buffer : new Uint8Array(longest)
  input.set(salt)
  const { written } = encoder.encodeInto(text, input.subarray(SALT_BYTES))
  return sha(input.subarray(0, SALT_BYTES + written))
}
