import { randomBytes, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Tx } from '../base/db.js'
import type { AccountKeys } from './keys.js'
import type { Session } from './session.js'
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
} from './sql.js'
import { refreshLifetimeMs, revocationEnd, type Tokens } from './token.js'

/** What logging in needs. */
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

/** By a client's secret key, or as a person in the portal. */
export type LoginType = 'apiKey' | 'portal'

/** An account with a token for it; a person's login in the portal has no refresh token. */
export function authenticated(
  account: Account,
  loginType: LoginType,
  token: string,
  refreshToken = '',
): AuthenticatedAccount {
  const { id, name, username, email, status, profilePicture, isAccess, walletAddress } = account
  return {
    ...{ token, refreshToken, _id: id, name, username, email },
    ...{ status, profilePicture, loginType, isAccess, walletAddress },
  }
}

// What the hash of a wrong client id is compared with; no secret has it.
const nobody = randomBytes(32)

/**
 * Exchanges a client id and secret key for tokens.
 *
 * @returns null for any wrong pair; an unknown client id costs the same work as a wrong secret
 */
export async function login(
  context: LoginContext,
  clientId: string,
  secretKey: string,
): Promise<AuthenticatedAccount | null> {
  const account = await usableClient(context.db, clientId)
  const right = timingSafeEqual(context.keys.secretHash(secretKey), account?.secretHash ?? nobody)
  if (!right || account === undefined) return null
  const refresh = refreshOf(context.keys, account, clientId, uuidv7(), newRefreshToken())
  await insertLogin(context.db, refresh.row)
  return answer(context.tokens, account, refresh)
}

/**
 * Exchanges a refresh token for a new pair. It can be used once: one that was used before has been copied by somebody, so
 * its whole family ends, access tokens included.
 *
 * @returns null when the token is unknown, expired or used, or its client may not be used any more
 */
export async function refreshLogin(context: LoginContext, refreshToken: string): Promise<AuthenticatedAccount | null> {
  const { db, keys, tokens } = context
  const hash = keys.refreshHash(refreshToken)
  const outcome = await db.transaction(async (tx) => {
    const next = newRefreshToken()
    const used = await consumeRefresh(tx, hash, keys.refreshHash(next))
    if (used === undefined) return { ended: await endReplayed(tx, hash) }
    const account = await usableClient(tx, used.clientId)
    if (account === undefined) return {}
    if (account.tokenEpoch !== used.accountEpoch || account.clientEpoch !== used.clientEpoch) return {}
    const refresh = refreshOf(keys, account, used.clientId, used.family, next)
    await insertRefresh(tx, refresh.row)
    return { account, refresh }
  })
  // This process knows at once; the others read it from the feed.
  if (outcome.ended !== undefined) tokens.forget(new Set([outcome.ended]))
  return outcome.account === undefined ? null : answer(tokens, outcome.account, outcome.refresh)
}

/** Ends a login: the presented token, what was refreshed before it, and the refresh token. */
export async function logout(context: LoginContext, session: Session): Promise<void> {
  await insertRevocation(context.db, session.family, revocationEnd(Date.now()))
  context.tokens.forget(new Set([session.family]))
}

async function endReplayed(tx: Tx, hash: Uint8Array): Promise<string | undefined> {
  const family = await familyOfConsumed(tx, hash)
  if (family !== undefined) await insertRevocation(tx, family, revocationEnd(Date.now()))
  return family
}

interface Refresh {
  token: string
  row: RefreshRow
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
    expiresAt: new Date(Date.now() + refreshLifetimeMs),
  }
  return { token, row }
}

async function answer(tokens: Tokens, account: LoginRow, refresh: Refresh): Promise<AuthenticatedAccount> {
  return authenticated(account, 'apiKey', await tokens.issue(refresh.row), refresh.token)
}
