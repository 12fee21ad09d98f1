import { randomBytes } from 'node:crypto'
import { deriveKey, open, seal } from '../base/secrets.js'

/** Derives the key that encrypts webhook secrets at rest. */
export function secretKeyOf(masterKey: Uint8Array): Uint8Array {
  return deriveKey(masterKey, 'webhook-secret-seal')
}

/** Returns a new secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Encrypts a secret, bound to its webhook: it can't be decrypted in another row. */
export function sealSecret(key: Uint8Array, webhookId: string, secret: string): Buffer {
  return seal(key, Buffer.from(secret), Buffer.from(webhookId))
}

/** Decrypts a secret. @throws {Error} when it, or MASTER_KEY, was changed */
export function openSecret(key: Uint8Array, webhookId: string, sealed: Uint8Array): string {
  return open(key, sealed, Buffer.from(webhookId)).toString()
}
