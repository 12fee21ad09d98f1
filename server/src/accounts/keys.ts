import { createHmac } from 'node:crypto'
import { deriveKey } from '../base/secrets.js'
import { addressOfKey, checksumAddress } from './wallet.js'

/** The keys of this room, all derived from the master key. */
export interface AccountKeys {
  /** Signs access tokens. */
  token: Uint8Array
  /** Encrypts clients' secret keys at rest. */
  clientSecret: Uint8Array
  /** Hashes a secret key for comparison: HMAC-SHA256 under a key that isn't in the database. */
  secretHash(secret: string): Buffer
  /** Hashes a refresh token for lookup. */
  refreshHash(token: string): Buffer
  /** Hashes the subject under which attempts are counted, so the table doesn't reveal it. */
  attemptHash(subject: string): Buffer
  /** Encrypts queued mails. */
  mail: Uint8Array
  /** Signs the portal's cookies and links. */
  portal: string
  /** Returns the checksummed address of an account's wallet. The key is derived when needed and never stored. */
  walletAddress(accountId: string): string
}

/** Derives the room's keys from the master key (32 bytes). */
export function accountKeys(masterKey: Uint8Array): AccountKeys {
  const pepper = deriveKey(masterKey, 'client-secret')
  const refresh = deriveKey(masterKey, 'refresh-token')
  const attempts = deriveKey(masterKey, 'portal-attempts')
  return {
    token: deriveKey(masterKey, 'access-token'),
    clientSecret: deriveKey(masterKey, 'client-secret-seal'),
    secretHash: (secret) => createHmac('sha256', pepper).update(secret).digest(),
    refreshHash: (token) => createHmac('sha256', refresh).update(token).digest(),
    attemptHash: (subject) => createHmac('sha256', attempts).update(subject).digest(),
    mail: deriveKey(masterKey, 'portal-mail'),
    portal: Buffer.from(deriveKey(masterKey, 'portal')).toString('hex'),
    walletAddress: (accountId) => checksumAddress(addressOfKey(deriveKey(masterKey, `wallet:${accountId}`))),
  }
}
