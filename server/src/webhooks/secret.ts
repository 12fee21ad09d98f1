import { randomBytes } from 'node:crypto'
import type { Database } from '../base/database/db.js'
import { type SealKeys, seal, sealKeys, unseal } from '../base/ring.js'
import { type SealedPart, sealedColumn } from '../base/sealed.js'
import type { MasterKey } from '../base/secrets.js'

/** Derives the keys that encrypt webhook secrets at rest. */
export function secretKeysOf(masterKey: MasterKey): SealKeys {
  return sealKeys(masterKey, 'webhook-secret-seal')
}

/** Returns a new secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Encrypts a secret, bound to its webhook: it can't be decrypted in another row. */
export function encryptSecret(keys: SealKeys, webhookId: string, secret: string): Buffer {
  return seal(keys, Buffer.from(secret), Buffer.from(webhookId))
}

/** Decrypts a secret. @throws {Error} when it was changed, or MASTER_KEY lacks its key */
export function decryptSecret(keys: SealKeys, webhookId: string, sealed: Uint8Array): string {
  return unseal(keys, sealed, Buffer.from(webhookId)).toString()
}

/** Returns the secrets of all webhooks as parts that can be re-sealed. */
export function sealedSecrets(database: Database, keys: SealKeys): SealedPart[] {
  const id = { column: 'id', type: 'uuid' } as const
  const webhooks = { database, keys, table: 'webhooks', id, contextOf: (webhookId: string) => Buffer.from(webhookId) }
  return [
    sealedColumn({ ...webhooks, name: 'webhook secrets', column: 'secret_sealed' }),
    sealedColumn({ ...webhooks, name: 'previous webhook secrets', column: 'previous_secret_sealed' }),
  ]
}
