import { deriveKey } from '../base/secrets.js'
import { ConfigError } from '../base/settings/config.js'
import { type Identity, identityOf, parseIdentity } from './age/keys.js'

/** Keys of encrypted files. */
export interface StorageKeys {
  /** New files are encrypted to this identity's recipient only. */
  current: Identity
  /** All identities that may decrypt a file; the current one comes first. */
  identities: readonly Identity[]
}

/**
 * Returns the identities: those in AGE_IDENTITIES, the first being current, then the one derived from the master key. Without
 * AGE_IDENTITIES the derived one is current; it decrypts files in any case.
 *
 * @param masterKey 32 bytes
 * @param ageIdentities `AGE-SECRET-KEY-1…`
 * @throws {ConfigError} when an identity is malformed
 */
export function storageKeys(masterKey: Uint8Array, ageIdentities: readonly string[]): StorageKeys {
  const given = ageIdentities.map((text, at) => {
    try {
      return parseIdentity(text)
    } catch (error) {
      throw new ConfigError([`AGE_IDENTITIES: number ${at + 1} is not an identity (${(error as Error).message}).`])
    }
  })
  const derived = identityOf(deriveKey(masterKey, 'age-identity'))
  const [current = derived] = given
  return { current, identities: [...given, derived] }
}
