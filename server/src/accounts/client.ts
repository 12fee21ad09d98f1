import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../base/db.js'
import { decrypt, encrypt } from '../base/secrets.js'
import { apiError } from '../http/errors.js'
import type { AccountKeys } from './keys.js'
import {
  type Client,
  clientById,
  clientsOf,
  encryptedSecretOf,
  insertClient,
  insertRevocation,
  lockAccount,
  replaceSecret,
  setRevoked,
} from './sql.js'
import { revocationEnd } from './token.js'

const dayMs = 86_400_000

/** Kind of network of the deployment. Part of its secret keys, so that a misplaced key is recognised. */
export type NetworkKind = 'live' | 'test' | 'local'

/** A client ID with its secret key in plaintext: shown to its owner, never logged. */
export interface Credentials {
  clientId: string
  secretKey: string
}

/** Generates a secret key: 256 random bits after a prefix that secret scanners recognise. */
export function newSecretKey(kind: NetworkKind): string {
  return `sk_${kind}_${randomBytes(32).toString('base64url')}`
}

/** Creates an API client for an account, optionally within the transaction that creates the account. */
export async function issueClient(
  db: Queryable,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
  clientId = `cl_${randomBytes(12).toString('hex')}`,
): Promise<Credentials> {
  const secretKey = newSecretKey(kind)
  await insertClient(db, { id: clientId, accountId, name, ...protect(keys, secretKey) })
  return { clientId, secretKey }
}

/**
 * Replaces a client's secret key. The old key and the tokens it obtained stop working at once, because keys are rotated when they
 * may have leaked.
 *
 * @returns the new credentials, or null when the client doesn't exist or is revoked
 */
export async function rotateClient(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  clientId: string,
): Promise<Credentials | null> {
  const secretKey = newSecretKey(kind)
  const { secretHash, secretEncrypted } = protect(keys, secretKey)
  return db.transaction(async (tx) => {
    if (!(await replaceSecret(tx, clientId, secretHash, secretEncrypted))) return null
    await insertRevocation(tx, clientId, revocationEnd(Date.now()))
    return { clientId, secretKey }
  })
}

/** Maximum usable clients per account. */
export const clientsMax = 50

/**
 * Creates a further client. With an idempotency key, repeated requests return the same client and secret for a day. The client's
 * ID is derived from the key, so no answer with a secret has to be stored.
 *
 * @param key the idempotency key
 * @throws {ApiError} 409 when there are too many clients, 422 when the key was used for another name or more than a day ago
 */
export async function addClient(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
  key: string | undefined,
): Promise<Credentials & { createdAt: Date }> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    if (key !== undefined) {
      const id = `cl_${keys.attemptHash(`client:${accountId}:${key}`).toString('hex').slice(0, 24)}`
      const made = await clientById(tx, id)
      if (made !== undefined) {
        const secretKey = await revealSecret(tx, keys, id)
        const isSame = made.name === name && Date.now() - made.createdAt.getTime() < dayMs
        if (secretKey === null || !isSame) throw apiError('idempotency_mismatch')
        return { clientId: id, secretKey, createdAt: made.createdAt }
      }
      return { ...(await addNew(tx, keys, kind, accountId, name, id)), createdAt: new Date() }
    }
    return { ...(await addNew(tx, keys, kind, accountId, name)), createdAt: new Date() }
  })
}

async function addNew(
  tx: Queryable,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
  id?: string,
): Promise<Credentials> {
  const usable = (await clientsOf(tx, accountId)).filter(({ revokedAt }) => revokedAt === null)
  if (usable.length >= clientsMax) throw apiError('too_many_clients', { limit: clientsMax })
  return issueClient(tx, keys, kind, accountId, name, id)
}

/** Revokes a client and all its tokens permanently. Idempotent. Returns false when the client doesn't exist. */
export async function revokeClient(db: Database, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await clientById(tx, clientId)) === undefined) return false
    await setRevoked(tx, clientId)
    await insertRevocation(tx, clientId, revocationEnd(Date.now()))
    return true
  })
}

/** Lists the account's clients, oldest first, including revoked ones. */
export function listClients(db: Queryable, accountId: string): Promise<Client[]> {
  return clientsOf(db, accountId)
}

/** Decrypts a client's secret key, to show it to its owner again; null when the client doesn't exist or is revoked. */
export async function revealSecret(db: Queryable, keys: AccountKeys, clientId: string): Promise<string | null> {
  const encrypted = await encryptedSecretOf(db, clientId)
  return encrypted === undefined ? null : Buffer.from(decrypt(keys.clientSecret, encrypted)).toString()
}

function protect(keys: AccountKeys, secretKey: string): { secretHash: Uint8Array; secretEncrypted: Uint8Array } {
  return { secretHash: keys.secretHash(secretKey), secretEncrypted: encrypt(keys.clientSecret, Buffer.from(secretKey)) }
}
