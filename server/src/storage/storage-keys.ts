import { derivedKeys } from '../base/ring.js'
import type { MasterKey } from '../base/secrets.js'
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
 * Returns the identities: those in AGE_IDENTITIES, the first being current, then those derived from the master keys. Without
 * AGE_IDENTITIES the one derived from the newest is current; all of them decrypt files in any case.
 *
 * @param ageIdentities `AGE-SECRET-KEY-1…`
 * @throws {ConfigError} when an identity is malformed
 */
export function storageKeys(masterKey: MasterKey, ageIdentities: readonly string[]): StorageKeys {
  const given = ageIdentities.map((text, at) => {
    try {
      return parseIdentity(text)
    } catch (error) {
      throw new ConfigError([`AGE_IDENTITIES: number ${at + 1} is not an identity (${(error as Error).message}).`])
    }
  })
  const [newest, ...older] = derivedKeys(masterKey, 'age-identity').map(identityOf) as [Identity, ...Identity[]]
  const [current = newest] = given
  return { current, identities: [...given, newest, ...older] }
}
