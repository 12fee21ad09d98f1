import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Tx } from '../../base/database/db.js'
import { createdMs } from '../../base/ids.js'
import type { AccountKeys } from '../keys.js'
import {
  type Account,
  consumeRefresh,
  familyOfConsumed,
  insertLogin,
  insertRefresh,
  insertRevocation,
  type LoginRow,
  type RefreshRow,
  usableClient,
} from '../sql.js'
import type { Session } from './session.js'
import { loginLifetimeMs, refreshLifetimeMs, revocationMs, type Tokens } from './token.js'

/** Dependencies of logging in. */
export interface LoginContext {
  db: Database
  keys: AccountKeys
  tokens: Tokens
}

/** The authenticated account (docs/interface.md §2.7). */
export interface AuthenticatedAccount {
  token: string
  refreshToken: string
  _id: string
  name: string
  username: string
  email: string
  status: number
  profilePicture: string
  loginType: LoginType
  isAccess: number
  walletAddress: string
}

/** With a client's secret key, or as a person in the portal. */
export type LoginType = 'apiKey' | 'portal'

/** Combines an account with its token. Logins to the portal have no refresh token. */
export function authenticated(
  account: Account,
  loginType: LoginType,
  token: string,
  refreshToken = '',
): AuthenticatedAccount {
  const { id, name, username, email, status, profilePicture, isAccess, walletAddress } = account
  return {
    token,
    refreshToken,
    _id: id,
    name,
    username,
    email,
    status,
    profilePicture,
    loginType,
    isAccess,
    walletAddress,
  }
}

/** Compared with when the client ID is unknown, to take the same time; matches no secret. */
export const noSecretHash = randomBytes(32)

/**
 * Exchanges a client ID and secret key for tokens.
 *
 * @returns null when they are wrong; an unknown client ID takes the same work as a wrong secret
 */
export async function login(
  context: LoginContext,
  clientId: string,
  secretKey: string,
): Promise<AuthenticatedAccount | null> {
  const account = await usableClient(context.db, clientId)
  const right = context.keys.isSecret(secretKey, account?.secretHash ?? noSecretHash)
  if (!right || account === undefined) return null
  const refresh = refreshOf(context.keys, account, clientId, uuidv7(), newRefreshToken())
  await insertLogin(context.db, refresh.row)
  return answer(context.tokens, account, { ...refresh, isLogin: true })
}

/**
 * Exchanges a refresh token for new tokens. A refresh token works once: reuse means it was copied, so it revokes the whole family,
 * including access tokens.
 *
 * @returns null when the token is unknown, expired or used, or its client is no longer usable
 */
export async function refreshLogin(context: LoginContext, refreshToken: string): Promise<AuthenticatedAccount | null> {
  const { db, keys, tokens } = context
  const hashes = keys.refreshHashes(refreshToken)
  const outcome = await db.transaction(async (tx) => {
    const next = newRefreshToken()
    const used = await consumeRefresh(tx, hashes, keys.refreshHash(next))
    if (used === undefined) return { revoked: await revokeReplayed(tx, hashes) }
    const account = await usableClient(tx, used.clientId)
    if (account === undefined) return {}
    if (account.tokenEpoch !== used.accountEpoch || account.clientEpoch !== used.clientEpoch) return {}
    const refresh = refreshOf(keys, account, used.clientId, used.family, next)
    await insertRefresh(tx, refresh.row)
    return { account, refresh }
  })
  // Takes effect in this process at once; the others learn from the feed.
  if (outcome.revoked !== undefined) tokens.invalidate(new Set([outcome.revoked]))
  return outcome.account === undefined ? null : answer(tokens, outcome.account, outcome.refresh)
}

/** Ends a login: revokes the presented token and its whole family. */
export async function logout(context: LoginContext, session: Session): Promise<void> {
  await insertRevocation(context.db, session.family, revocationMs)
  context.tokens.invalidate(new Set([session.family]))
}

async function revokeReplayed(tx: Tx, hashes: readonly Uint8Array[]): Promise<string | undefined> {
  const family = await familyOfConsumed(tx, hashes)
  if (family !== undefined) await insertRevocation(tx, family, revocationMs)
  return family
}

interface Refresh {
  token: string
  row: RefreshRow
  /** Whether it comes from a login, not from an earlier refresh token. */
  isLogin?: boolean
}

function newRefreshToken(): string {
  return `rt_${randomBytes(32).toString('base64url')}`
}

function refreshOf(keys: AccountKeys, account: LoginRow, clientId: string, family: string, token: string): Refresh {
  const row = {
    hash: keys.refreshHash(token),
    family,
    accountId: account.id,
    clientId,
    accountEpoch: account.tokenEpoch,
    clientEpoch: account.clientEpoch,
    // The family's ID is a UUIDv7 of the login.
    lifetimeMs: refreshLifetimeMs,
    loginEndsAt: new Date(createdMs(family) + loginLifetimeMs),
  }
  return { token, row }
}

async function answer(tokens: Tokens, account: LoginRow, refresh: Refresh): Promise<AuthenticatedAccount> {
  const { row, token, isLogin = false } = refresh
  return authenticated(account, 'apiKey', await tokens.issue({ ...row, isLogin }), token)
}
