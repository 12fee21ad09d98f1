import { ProofError } from './errors.js'
import { type Sha256, sha256 } from './hash.js'
import { canonicalize, type JsonValue } from './jcs.js'

const encoder = new TextEncoder()
/** Details are mostly short: their bytes are put together in one place instead of in a new array each time. */
const shared = new Uint8Array(4096)

/** Bytes of the salt that blinds the details. */
export const SALT_BYTES = 16

/**
 * Blinded commitment to details: `SHA-256(salt ‖ utf8(JCS(details)))`. Once salt and details are erased, nothing can be
 * learned from it, and the leaf made of it still stands.
 * @param salt 16 random bytes, a new one for each entry.
 * @throws {@link ProofError} `commitment` on another length, `not-canonical-json` when details have no canonical form.
 */
export function commitment(salt: Uint8Array, details: JsonValue, sha: Sha256 = sha256): Uint8Array {
  return commitmentOfText(salt, canonicalize(details), sha)
}

/**
 * The same, of details that are in canonical form already.
 * @throws {@link ProofError} `commitment` on another length.
 */
export function commitmentOfText(salt: Uint8Array, text: string, sha: Sha256 = sha256): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new ProofError('commitment', `a salt has ${SALT_BYTES} bytes`)
  // No UTF-16 code unit takes more than three bytes of UTF-8.
  const longest = SALT_BYTES + 3 * text.length
  const input = longest <= shared.length ? shared : new Uint8Array(longest)
  input.set(salt)
  const { written } = encoder.encodeInto(text, input.subarray(SALT_BYTES))
  return sha(input.subarray(0, SALT_BYTES + written))
}
