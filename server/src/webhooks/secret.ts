import { randomBytes } from 'node:crypto'
import { deriveKey, open, seal } from '../base/secrets.js'

/** What seals the secrets of webhooks at rest. */
export function secretKeyOf(masterKey: Uint8Array): Uint8Array {
  return deriveKey(masterKey, 'webhook-secret-seal')
}

/** A new secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Seals a secret for the row of its webhook; in another's row it does not open. */
export function sealSecret(key: Uint8Array, webhookId: string, secret: string): Buffer {
  return seal(key, Buffer.from(secret), Buffer.from(webhookId))
}

/** Opens what {@link sealSecret} sealed. @throws Error when it was changed, or MASTER_KEY was */
export function openSecret(key: Uint8Array, webhookId: string, sealed: Uint8Array): string {
  return open(key, sealed, Buffer.from(webhookId)).toString()
}
