import { ConfigError } from '../base/config.js'
import { deriveKey } from '../base/secrets.js'
import { type Identity, identityOf, parseIdentity } from './age-keys.js'

/** The keys of encrypted files. */
export interface StorageKeys {
  /** New files are encrypted to this one's recipient, and to no other. */
  current: Identity
  /** Any of these may open a file; the current one is the first. */
  identities: readonly Identity[]
}

/**
 * Where AGE_IDENTITIES is set, its first is the current one. The identity derived from the master key is the current one
 * otherwise, and opens files in any case.
 *
 * @param masterKey 32 bytes
 * @param ageIdentities `AGE-SECRET-KEY-1…`
 * @throws ConfigError when one of these has a typing error
 */
export function storageKeys(masterKey: Uint8Array, ageIdentities: readonly string[]): StorageKeys {
  const given = ageIdentities.map((text, at) => {
    try {
      return parseIdentity(text)
    } catch (error) {
      throw new ConfigError([`AGE_IDENTITIES: number ${at + 1} is no identity (${(error as Error).message}).`])
    }
  })
  const derived = identityOf(deriveKey(masterKey, 'age-identity'))
  const [current = derived] = given
  return { current, identities: [...given, derived] }
}
