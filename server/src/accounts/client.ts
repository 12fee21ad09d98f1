import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../base/db.js'
import { decrypt, encrypt } from '../base/secrets.js'
import { apiError } from '../http/errors.js'
import type { AccountKeys } from './keys.js'
import {
  type Client,
  clientById,
  clientsOf,
  insertClient,
  insertRevocation,
  lockAccount,
  replaceSecret,
  sealedSecret,
  setRevoked,
} from './sql.js'
import { revocationEnd } from './token.js'

const dayMs = 86_400_000

/** What kind of network the deployment serves; it shows in its secret keys, so that a misplaced one is recognised. */
export type NetworkKind = 'live' | 'test' | 'local'

/** A client id with its secret key in the clear: shown to its owner, never logged. */
export interface Credentials {
  clientId: string
  secretKey: string
}

/** A new secret key: 256 random bits behind a prefix that secret scanners can look for. */
export function newSecretKey(kind: NetworkKind): string {
  return `sk_${kind}_${randomBytes(32).toString('base64url')}`
}

/** Makes an API client for an account. Call it inside the transaction that makes the account, or alone. */
export async function issueClient(
  db: Queryable,
  keys: AccountKeys,
  kind: NetworkKind,
  accountId: string,
  name: string,
  clientId = `cl_${randomBytes(12).toString('hex')}`,
): Promise<Credentials> {
  const secretKey = newSecretKey(kind)
  await insertClient(db, { id: clientId, accountId, name, ...stored(keys, secretKey) })
  return { clientId, secretKey }
}

/**
 * Gives a client a new secret key. The old one stops working at once, and so do the tokens it obtained: a key is changed
 * because somebody else may have it.
 *
 * @returns the new pair, or null when there is no such client or it is revoked
 */
export async function rotateClient(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  clientId: string,
): Promise<Credentials | null> {
  const secretKey = newSecretKey(kind)
  const { secretHash, secretSealed } = stored(keys, secretKey)
  return db.transaction(async (tx) => {
    if (!(await replaceSecret(tx, clientId, secretHash, secretSealed))) return null
    await insertRevocation(tx, clientId, revocationEnd(Date.now()))
    return { clientId, secretKey }
  })
}

/** Clients that an account can use at once. */
export const clientsMax = 50

/**
 * Makes a further client. With a key the same one is answered again for a day, with its secret: nothing secret has to be kept
 * for that.
 *
 * @throws ApiError 409 when there are too many, 422 when the key was used for another name or longer ago
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

/** Ends a client and all its tokens, for good. Returns false when there is no such client; a second time changes nothing. */
export async function revokeClient(db: Database, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await clientById(tx, clientId)) === undefined) return false
    await setRevoked(tx, clientId)
    await insertRevocation(tx, clientId, revocationEnd(Date.now()))
    return true
  })
}

/** The account's clients, oldest first, revoked ones included. */
export function listClients(db: Queryable, accountId: string): Promise<Client[]> {
  return clientsOf(db, accountId)
}

/** The secret key of a client in the clear, for showing it to its owner again; null when there is none or it is revoked. */
export async function revealSecret(db: Queryable, keys: AccountKeys, clientId: string): Promise<string | null> {
  const sealed = await sealedSecret(db, clientId)
  return sealed === undefined ? null : Buffer.from(decrypt(keys.clientSecret, sealed)).toString()
}

function stored(keys: AccountKeys, secretKey: string): { secretHash: Uint8Array; secretSealed: Uint8Array } {
  return { secretHash: keys.secretHash(secretKey), secretSealed: encrypt(keys.clientSecret, Buffer.from(secretKey)) }
}
