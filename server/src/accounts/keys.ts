import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKeys, keyIdOf, ringOf, type SealKeys, sealKeys } from '../base/ring.js'
import { deriveKey, type MasterKey } from '../base/secrets.js'
import { addressOfKey, checksumAddress } from './wallet.js'

/** The keys of this room, all derived from the master key: the first of a list signs and seals, the others verify and open. */
export interface AccountKeys {
  /** Sign access tokens. */
  token: readonly [Uint8Array, ...Uint8Array[]]
  /** Encrypt clients' secret keys at rest. */
  clientSecret: SealKeys
  /** Hashes a secret key for comparison: HMAC-SHA256 under a key that isn't in the database. */
  secretHash(secret: string): Buffer
  /** Compares a secret key with its hash, in the same time whether it fits or not. */
  isSecret(secret: string, hash: Uint8Array): boolean
  /** Hashes a new refresh token. */
  refreshHash(token: string): Buffer
  /** The hashes under which a refresh token may be kept. */
  refreshHashes(token: string): Buffer[]
  /** Hashes the subject under which attempts are counted, so the table doesn't reveal it. */
  attemptHash(subject: string): Buffer
  /** Encrypt queued mails. */
  mail: SealKeys
  /** Sign the portal's cookies and links, and encrypt second factors; a version names its master key. */
  portal: readonly [PortalSecret, ...PortalSecret[]]
  /** Returns the checksummed address of a new account's wallet. The key is derived when needed and never stored. */
  walletAddress(accountId: string): string
}

/** A secret of the portal's login. */
interface PortalSecret {
  version: number
  value: string
}

/** Derives the room's keys from the master key, or from a ring of them. */
export function accountKeys(masterKey: MasterKey): AccountKeys {
  const [newest, ...older] = ringOf(masterKey)
  const peppers = derivedKeys(masterKey, 'client-secret')
  const refresh = derivedKeys(masterKey, 'refresh-token')
  const attempts = deriveKey(newest, 'portal-attempts')
  const hash = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    token: derivedKeys(masterKey, 'access-token'),
    clientSecret: sealKeys(masterKey, 'client-secret-seal'),
    secretHash: (secret) => hash(peppers[0], secret),
    isSecret: (secret, kept) => peppers.filter((key) => timingSafeEqual(hash(key, secret), kept)).length > 0,
    refreshHash: (token) => hash(refresh[0], token),
    refreshHashes: (token) => refresh.map((key) => hash(key, token)),
    attemptHash: (subject) => hash(attempts, subject),
    mail: sealKeys(masterKey, 'portal-mail'),
    portal: [portalSecret(newest), ...older.map(portalSecret)],
    walletAddress: (accountId) => checksumAddress(addressOfKey(deriveKey(newest, `wallet:${accountId}`))),
  }
}

function portalSecret(masterKey: Uint8Array): PortalSecret {
  // A number that is exact: 48 bits of the key's ID.
  const version = Number.parseInt(keyIdOf(masterKey).slice(0, 12), 16)
  return { version, value: Buffer.from(deriveKey(masterKey, 'portal')).toString('hex') }
}
