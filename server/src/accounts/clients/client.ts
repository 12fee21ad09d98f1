import { randomBytes } from 'node:crypto'
import type { Database, Queryable, Statement, Tx } from '../../base/database/db.js'
import { seal, unseal } from '../../base/ring.js'
import { apiError } from '../../http/errors.js'
import type { AccountKeys } from '../keys.js'
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
} from '../sql.js'
import { revocationMs } from '../tokens/token.js'

/** Kind of network of the deployment. Part of its secret keys, so that a misplaced key is recognised. */
export type NetworkKind = 'live' | 'test' | 'local'

/** A client ID with its secret key in plaintext: shown to its owner, never logged. */
export interface Credentials {
  clientId: string
  secretKey: string
}

/** Generates a secret key: 256 random bits after a prefix that secret scanners recognise. */
function newSecretKey(kind: NetworkKind): string {
  return `sk_${kind}_${randomBytes(32).toString('base64url')}`
}

/** Creates an API client for an account, optionally within the transaction that creates the account. */
export async function issueClient(
  db: Queryable,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
): Promise<Credentials> {
  const clientId = `cl_${randomBytes(12).toString('hex')}`
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
    await insertRevocation(tx, clientId, revocationMs)
    return { clientId, secretKey }
  })
}

/** Maximum usable clients per account. */
const clientsMax = 50

/** A client with its secret key, just created. */
export type CreatedClient = Credentials & { createdAt: Date }

/**
 * Creates a further client.
 *
 * @param keep returns the statement that stores the answer to the request, if it has an idempotency key
 * @throws {ApiError} 409 when there are too many clients
 */
export async function addClient(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
  keep: (made: CreatedClient) => Statement | undefined,
): Promise<CreatedClient> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const made = await addClientIn(tx, keys, kind, accountId, name)
    const kept = keep(made)
    if (kept) await tx.query(kept.text, kept.values)
    return made
  })
}

/**
 * Creates a further client within a transaction. The caller must hold the account's lock, so that concurrent ones don't exceed the
 * limit together.
 *
 * @throws {ApiError} 409 when there are too many clients
 */
export async function addClientIn(
  tx: Tx,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
): Promise<CreatedClient> {
  await refuseTooMany(tx, accountId)
  const credentials = await issueClient(tx, keys, kind, accountId, name)
  const row = await clientById(tx, credentials.clientId)
  if (!row) throw new Error('a client that was just written is gone')
  return { ...credentials, createdAt: row.createdAt }
}

/** Refuses another client to an account that has all it can have. @throws {ApiError} 409 */
export async function refuseTooMany(db: Queryable, accountId: string): Promise<void> {
  const usable = (await clientsOf(db, accountId)).filter(({ revokedAt }) => revokedAt === null)
  if (usable.length >= clientsMax) throw apiError('too_many_clients', { limit: clientsMax })
}

/** Revokes a client and all its tokens permanently. Idempotent. Returns false when the client doesn't exist. */
export async function revokeClient(db: Database, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await clientById(tx, clientId)) === undefined) return false
    await setRevoked(tx, clientId)
    await insertRevocation(tx, clientId, revocationMs)
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
  return encrypted === undefined ? null : unseal(keys.clientSecret, encrypted).toString()
}

function protect(keys: AccountKeys, secretKey: string): { secretHash: Uint8Array; secretEncrypted: Uint8Array } {
  return { secretHash: keys.secretHash(secretKey), secretEncrypted: seal(keys.clientSecret, Buffer.from(secretKey)) }
}
