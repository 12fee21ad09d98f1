import { randomBytes } from 'node:crypto'
import { decrypt, deriveKey, encrypt } from '../base/secrets.js'

/** Derives the key that encrypts webhook secrets at rest. */
export function secretKeyOf(masterKey: Uint8Array): Uint8Array {
  return deriveKey(masterKey, 'webhook-secret-seal')
}

/** Returns a new secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Encrypts a secret, bound to its webhook: it can't be decrypted in another row. */
export function encryptSecret(key: Uint8Array, webhookId: string, secret: string): Buffer {
  return encrypt(key, Buffer.from(secret), Buffer.from(webhookId))
}

/** Decrypts a secret. @throws {Error} when it, or MASTER_KEY, was changed */
export function decryptSecret(key: Uint8Array, webhookId: string, sealed: Uint8Array): string {
  return decrypt(key, sealed, Buffer.from(webhookId)).toString()
}
