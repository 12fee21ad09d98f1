import type { Queryable } from '../base/database/db.js'
import { canonicalEmail } from '../base/database/email.js'
import { isUuid } from '../base/ids.js'
import type { TrustedTime } from '../base/turns/clock.js'
import type { Language } from '../texts/languages.js'

// The room's statements. Only this room writes accounts, clients, refresh_tokens and revocations.

/** An account as stored. */
export interface Account {
  id: string
  email: string
  emailVerified: boolean
  name: string
  username: string
  bio: string
  walletAddress: string
  language: Language
  /** Whether to mail when a run is final. */
  receipts: boolean
  profilePicture: string
  status: number
  isAccess: number
  tokenEpoch: number
  createdAt: Date
}

/** An API client without its secret. */
export interface Client {
  id: string
  accountId: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const account = `a.id, a.email, a.email_verified AS "emailVerified", a.name, a.username, a.bio,
  a.wallet_address AS "walletAddress", a.language, a.receipts, a.profile_picture AS "profilePicture", a.status,
  a.is_access AS "isAccess", a.token_epoch AS "tokenEpoch", a.created_at AS "createdAt"`

const client = `id, account_id AS "accountId", name, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  revoked_at AS "revokedAt"`

/** Value of `status` (active) and `is_access` (may use the API); the API returns both as numbers. */
const yes = 1

/** Returns whether the account is open. The operator can close it, and an account being erased is closed. */
export function isOpen(account: Pick<Account, 'status' | 'isAccess'>): boolean {
  return account.status === yes && account.isAccess === yes
}

/** Returns whether the operator has disabled the account; one being erased isn't. */
export function isDisabled(account: Pick<Account, 'status' | 'isAccess'>): boolean {
  return account.status !== yes && account.isAccess === yes
}

/** {@link isOpen} as a condition on `accounts a`. */
export const openAccount = `a.status = ${yes} AND a.is_access = ${yes}`

/** Condition for the account and the client to be usable. */
const usable = `${openAccount} AND c.revoked_at IS NULL`

export async function insertAccount(
  db: Queryable,
  row: Pick<Account, 'id' | 'email' | 'emailVerified' | 'name' | 'username' | 'walletAddress' | 'language'>,
): Promise<void> {
  await db.execute(
    `INSERT INTO accounts (id, email, email_verified, name, username, wallet_address, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.email, row.emailVerified, row.name, row.username, row.walletAddress, row.language],
  )
}

export async function accountById(db: Queryable, id: string): Promise<Account | undefined> {
  return (await db.query<Account>(`SELECT ${account} FROM accounts a WHERE a.id = $1`, [id]))[0]
}

/** Finds an open account by e-mail address or ID. */
export async function openAccountNamed(db: Queryable, name: string): Promise<Account | undefined> {
  const rows = await db.query<Account>(
    `SELECT ${account} FROM accounts a WHERE (a.email = $1 OR a.id = $2) AND ${openAccount}`,
    [canonicalEmail(name), isUuid(name) ? name : null],
  )
  return rows[0]
}

/** Finds an account by e-mail address or ID, open or not. */
export async function accountNamed(db: Queryable, name: string): Promise<Account | undefined> {
  const rows = await db.query<Account>(`SELECT ${account} FROM accounts a WHERE a.email = $1 OR a.id = $2`, [
    canonicalEmail(name),
    isUuid(name) ? name : null,
  ])
  return rows[0]
}

/** Locks an account until the transaction ends. Returns undefined when it doesn't exist. */
export async function lockAccount(db: Queryable, id: string): Promise<Account | undefined> {
  return (await db.query<Account>(`SELECT ${account} FROM accounts a WHERE a.id = $1 FOR UPDATE`, [id]))[0]
}

export async function accountsWithClients(
  db: Queryable,
): Promise<(Account & { clients: number; deletionAt: Date | null })[]> {
  return db.query(
    `SELECT ${account}, a.deletion_at AS "deletionAt",
       (SELECT count(*) FROM clients c WHERE c.account_id = a.id AND c.revoked_at IS NULL) AS clients
     FROM accounts a ORDER BY a.created_at, a.id`,
  )
}

export async function anyAccount(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM accounts LIMIT 1')).length > 0
}

/** Public data of the owner of stamps and files. */
export interface Owner {
  id: string
  name: string
  username: string
  emailVerified: boolean
}

/** Updates the given fields; null keeps a field. */
export async function updateProfile(
  db: Queryable,
  id: string,
  change: {
    name: string | null
    bio: string | null
    walletAddress: string | null
    language: string | null
    receipts: boolean | null
  },
): Promise<void> {
  await db.execute(
    `UPDATE accounts SET bio = coalesce($2, bio), wallet_address = coalesce($3, wallet_address),
       language = coalesce($4, language), name = coalesce($5, name), receipts = coalesce($6, receipts), updated_at = now()
     WHERE id = $1`,
    [id, change.bio, change.walletAddress, change.language, change.name, change.receipts],
  )
}

export async function insertClient(
  db: Queryable,
  row: { id: string; accountId: string; name: string; secretHash: Uint8Array; secretEncrypted: Uint8Array },
): Promise<void> {
  await db.execute(
    'INSERT INTO clients (id, account_id, name, secret_hash, secret_sealed) VALUES ($1, $2, $3, $4, $5)',
    [row.id, row.accountId, row.name, row.secretHash, row.secretEncrypted],
  )
}

export async function clientsOf(db: Queryable, accountId: string): Promise<Client[]> {
  return db.query<Client>(`SELECT ${client} FROM clients WHERE account_id = $1 ORDER BY created_at, id`, [accountId])
}

export async function clientById(db: Queryable, id: string): Promise<Client | undefined> {
  return (await db.query<Client>(`SELECT ${client} FROM clients WHERE id = $1`, [id]))[0]
}

/** Renames a client of the account. Returns false when it doesn't exist or is revoked. */
export async function renameClient(db: Queryable, accountId: string, id: string, name: string): Promise<boolean> {
  const sql = 'UPDATE clients SET name = $3 WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL'
  return (await db.execute(sql, [accountId, id, name])) > 0
}

/** Reads the encrypted secret of any client, to test the key with. */
export async function anySealedSecret(db: Queryable): Promise<Buffer | undefined> {
  return (await db.query<{ sealed: Buffer }>('SELECT secret_sealed AS sealed FROM clients ORDER BY id LIMIT 1'))[0]
    ?.sealed
}

export async function encryptedSecretOf(db: Queryable, id: string): Promise<Buffer | undefined> {
  const sql = 'SELECT secret_sealed AS sealed FROM clients WHERE id = $1 AND revoked_at IS NULL'
  return (await db.query<{ sealed: Buffer }>(sql, [id]))[0]?.sealed
}

/** Replaces a client's secret and ends the tokens of the old one. Returns false when it doesn't exist or is revoked. */
export async function replaceSecret(
  db: Queryable,
  id: string,
  secretHash: Uint8Array,
  secretEncrypted: Uint8Array,
): Promise<boolean> {
  const count = await db.execute(
    `UPDATE clients SET secret_hash = $2, secret_sealed = $3, token_epoch = token_epoch + 1
     WHERE id = $1 AND revoked_at IS NULL`,
    [id, secretHash, secretEncrypted],
  )
  return count > 0
}

export async function setRevoked(db: Queryable, clientId: string): Promise<void> {
  await db.execute('UPDATE clients SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1', [clientId])
}

/** An account with the client that logs in. */
export interface LoginRow extends Account {
  secretHash: Buffer
  clientEpoch: number
}

export async function usableClient(db: Queryable, clientId: string): Promise<LoginRow | undefined> {
  const rows = await db.query<LoginRow>(
    `SELECT ${account}, c.secret_hash AS "secretHash", c.token_epoch AS "clientEpoch"
     FROM clients c JOIN accounts a ON a.id = c.account_id WHERE c.id = $1 AND ${usable}`,
    [clientId],
  )
  return rows[0]
}

/** A refresh token as issued. */
export interface RefreshRow {
  hash: Uint8Array
  family: string
  accountId: string
  clientId: string
  accountEpoch: number
  clientEpoch: number
  /** How long it is valid, and the end of its login before which it ends, in milliseconds. */
  lifetimeMs: number
  loginEndsAt: Date
}

const refreshInsert = `
INSERT INTO refresh_tokens (hash, family, account_id, client_id, account_epoch, client_epoch, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, least(now() + $7 * interval '1 millisecond', $8))`

const refreshValues = (row: RefreshRow) => [
  row.hash,
  row.family,
  row.accountId,
  row.clientId,
  row.accountEpoch,
  row.clientEpoch,
  row.lifetimeMs,
  row.loginEndsAt,
]

/** Stores the refresh token of a new login and records the use of the client, at most once a minute to save writes. */
export async function insertLogin(db: Queryable, row: RefreshRow): Promise<void> {
  await db.execute(
    `WITH used AS (
       UPDATE clients SET last_used_at = now()
       WHERE id = $4 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
     ${refreshInsert}`,
    refreshValues(row),
  )
}

export async function insertRefresh(db: Queryable, row: RefreshRow): Promise<void> {
  await db.execute(refreshInsert, refreshValues(row))
}

/**
 * Consumes a refresh token. The row lock lets only one of two concurrent attempts succeed. A family revoked at the same moment may
 * still get a successor here, which is refused on use, because the revocation is visible by then.
 */
export async function consumeRefresh(
  db: Queryable,
  hashes: readonly Uint8Array[],
  successor: Uint8Array,
): Promise<Pick<RefreshRow, 'family' | 'clientId' | 'accountEpoch' | 'clientEpoch'> | undefined> {
  const rows = await db.query<Pick<RefreshRow, 'family' | 'clientId' | 'accountEpoch' | 'clientEpoch'>>(
    `UPDATE refresh_tokens r SET consumed_at = now(), successor = $2
     WHERE hash = ANY($1::bytea[]) AND consumed_at IS NULL AND expires_at > now()
       AND NOT EXISTS (SELECT FROM revocations WHERE subject = r.family::text)
     RETURNING family, client_id AS "clientId", account_epoch AS "accountEpoch", client_epoch AS "clientEpoch"`,
    [hashes, successor],
  )
  return rows[0]
}

/** Reads the family of a consumed refresh token; undefined when that family is already revoked. */
export async function familyOfConsumed(db: Queryable, hashes: readonly Uint8Array[]): Promise<string | undefined> {
  const rows = await db.query<{ family: string }>(
    `SELECT family FROM refresh_tokens r WHERE hash = ANY($1::bytea[]) AND consumed_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM revocations WHERE subject = r.family::text)`,
    [hashes],
  )
  return rows[0]?.family
}

/** Revokes a subject's tokens. @param keptMs how long the row is kept, in milliseconds */
export async function insertRevocation(db: Queryable, subject: string, keptMs: number): Promise<void> {
  const text = `INSERT INTO revocations (subject, expires_at) VALUES ($1, now() + $2 * interval '1 millisecond')`
  await db.execute(text, [subject, keptMs])
}

/** Reads the owner of a token; undefined when the token is no longer valid. */
export async function tokenOwner(
  db: Queryable,
  token: {
    accountId: string
    clientId: string
    accountEpoch: number
    clientEpoch: number
    family: string
  },
): Promise<Pick<Owner, 'name' | 'username' | 'emailVerified'> | undefined> {
  const rows = await db.query<Pick<Owner, 'name' | 'username' | 'emailVerified'>>(
    `SELECT a.name, a.username, a.email_verified AS "emailVerified"
     FROM clients c JOIN accounts a ON a.id = c.account_id
     WHERE c.id = $1 AND a.id = $2 AND c.token_epoch = $3 AND a.token_epoch = $4 AND ${usable}
       AND NOT EXISTS (SELECT FROM revocations WHERE subject = $5)`,
    [token.clientId, token.accountId, token.clientEpoch, token.accountEpoch, token.family],
  )
  return rows[0]
}

/**
 * Reads the revocation feed from a transaction ID on.
 *
 * @returns the subjects, and the transaction ID to continue from: everything before it has been read
 */
export async function revokedSince(
  db: Queryable,
  xid: string | null,
): Promise<{ subjects: readonly string[]; next: string }> {
  const rows = await db.query<{ next: string; subjects: string[] }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next,
       ARRAY(SELECT subject FROM revocations WHERE xid >= $1::text::xid8) AS subjects`,
    [xid ?? '18446744073709551615'],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the revocation feed returned no row')
  return row
}

/** Deletes revocations whose tokens have all expired, and refresh tokens that expired a day ago. */
export async function deleteExpired(db: Queryable, now: TrustedTime): Promise<void> {
  await db.execute('DELETE FROM revocations WHERE expires_at < $1', [now])
  await db.execute(`DELETE FROM refresh_tokens WHERE expires_at < $1::timestamptz - interval '1 day'`, [now])
}
