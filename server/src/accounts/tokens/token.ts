import { createSecretKey, type KeyObject } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { v7 as uuidv7 } from 'uuid'
import { isPassing, type Queryable } from '../../base/database/db.js'
import { apiError } from '../../http/errors.js'
import { portalClientId, portalTokenOwner } from '../portal-sql.js'
import { tokenOwner } from '../sql.js'
import { RevocationFeed } from './revocations.js'
import { concerns, type Session, SessionCache, type Verified } from './session.js'

/** Lifetime of an access token, in seconds (docs/interface.md §4.2). */
const tokenLifetimeS = 7 * 24 * 60 * 60

/** Lifetime of a portal token; the portal's pages renew it in time. */
export const portalTokenLifetimeS = 10 * 60

const issuer = 'tallystick'
const type = 'at+jwt'
// Our tokens have about 450 characters.
const lengthMax = 1024

/** Lifetime of a refresh token; each refresh issues one with a full lifetime, within {@link loginLifetimeMs}. */
export const refreshLifetimeMs = 30 * 24 * 60 * 60 * 1000

/** How long a login can be refreshed before it takes the secret key again, so that a stolen refresh token ends, too. */
export const loginLifetimeMs = 90 * 24 * 60 * 60 * 1000

/** How long a revocation is kept: all tokens issued before it have expired by then. */
export const revocationMs = refreshLifetimeMs + 24 * 60 * 60 * 1000

/** Settings of {@link Tokens}. */
export interface TokensOptions {
  db: Queryable
  /** HS256 keys of 32 bytes: the first signs, all of them verify. */
  keys: readonly [Uint8Array, ...Uint8Array[]]
  /** Identifies this deployment and its network; tokens of others are refused. */
  audience: string
  /** Maximum cached tokens. */
  cacheMax?: number
  pollIntervalMs?: number
  freshMs?: number
  now?: () => number
  monotonicMs?: () => number
  /** Called when reading the revocation feed fails. */
  onError?: (error: unknown) => void
}

/** Claims of a new access token. */
export interface Grant {
  accountId: string
  clientId: string
  family: string
  accountEpoch: number
  clientEpoch: number
  /** Set when the secret key was given for this token. */
  isLogin?: boolean
}

/**
 * Issues and verifies access tokens.
 *
 * Invariant: a token is accepted without querying the database only if the database confirmed it at some time after the feed
 * started, no revocation since then concerns it, and the feed was read within `freshMs`.
 */
export class Tokens {
  private readonly db: Queryable
  private readonly keys: readonly [KeyObject, ...KeyObject[]]
  private readonly audience: string
  private readonly now: () => number
  private readonly monotonicMs: () => number
  private readonly feed: RevocationFeed
  private readonly cache: SessionCache
  // Concurrent requests with the same new token share one check.
  private readonly checks = new Map<string, Promise<Session>>()
  // Recently revoked: a check that ran meanwhile may have read older data, so its result isn't cached.
  private readonly recent = new Map<string, number>()

  constructor(options: TokensOptions) {
    this.db = options.db
    const [signing, ...older] = options.keys
    this.keys = [createSecretKey(signing), ...older.map((key) => createSecretKey(key))]
    this.audience = options.audience
    this.now = options.now ?? Date.now
    this.monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.cache = new SessionCache(options.cacheMax ?? 20_000)
    this.feed = new RevocationFeed({
      db: options.db,
      onRevoked: (subjects) => this.invalidate(subjects),
      onError: options.onError,
      intervalMs: options.pollIntervalMs,
      freshMs: options.freshMs,
      monotonicMs: this.monotonicMs,
    })
  }

  /** Starts following revocations. Until then every token is checked against the database. */
  start(): Promise<void> {
    return this.feed.start()
  }

  stop(): Promise<void> {
    return this.feed.stop()
  }

  /** Signs a token. */
  issue(grant: Grant, lifetimeS: number = tokenLifetimeS): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000)
    const { clientId: cid, family: fam, accountEpoch, clientEpoch, isLogin } = grant
    return new SignJWT({ cid, fam, epo: [accountEpoch, clientEpoch], ...(isLogin && { auth_time: issuedAt }) })
      .setProtectedHeader({ alg: 'HS256', typ: type })
      .setIssuer(issuer)
      .setAudience(this.audience)
      .setSubject(grant.accountId)
      .setJti(uuidv7())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeS)
      .sign(this.keys[0])
  }

  /**
   * Verifies an `Authorization` header: synchronously when the token is cached, otherwise by signature and database.
   *
   * @throws {ApiError} 400 when the header is missing, 401 when the token is invalid, 503 when the database is unavailable
   */
  verify(header: string | undefined): Session | Promise<Session> {
    if (header === undefined) throw apiError('token_missing')
    const known = this.cache.get(header)
    if (known !== undefined && this.feed.isFresh()) {
      if (known.session.expiresAtMs > this.now()) return known.session
      this.cache.delete(header)
    }
    let check = this.checks.get(header)
    if (check === undefined) {
      check = this.check(header, known).finally(() => this.checks.delete(header))
      this.checks.set(header, check)
    }
    return check
  }

  /** Removes cached tokens of families, clients or accounts, so that their next use queries the database. */
  invalidate(subjects: ReadonlySet<string>): void {
    const now = this.monotonicMs()
    for (const [subject, atMs] of this.recent) {
      // No statement runs longer than a minute.
      if (now - atMs > 120_000) this.recent.delete(subject)
    }
    for (const subject of subjects) this.recent.set(subject, now)
    this.cache.invalidate(subjects)
  }

  private async check(header: string, known: Verified | undefined): Promise<Session> {
    const followed = this.feed.started
    const claims = known ?? (await this.read(header))
    const { session, accountEpoch, clientEpoch } = claims
    if (session.expiresAtMs <= this.now()) throw apiError('token_invalid')
    let owner: Awaited<ReturnType<typeof tokenOwner>>
    try {
      owner =
        session.clientId === portalClientId
          ? await portalTokenOwner(this.db, { ...session, accountEpoch })
          : await tokenOwner(this.db, { ...session, accountEpoch, clientEpoch })
    } catch (error) {
      if (isPassing(error)) throw apiError('unavailable', undefined, { cause: error })
      throw error
    }
    if (owner === undefined) {
      this.cache.delete(header)
      throw apiError('token_invalid')
    }
    const current: Session = { ...session, ...owner }
    if (followed && !concerns(this.recent, current)) {
      this.cache.set(header, { session: current, accountEpoch, clientEpoch })
    }
    return current
  }

  /** Verifies signature, type, issuer, audience and times of a token and returns its claims. */
  private async read(header: string): Promise<Verified> {
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
    if (token === undefined || token.length > lengthMax || !isCanonical(token)) throw apiError('token_invalid')
    for (const key of this.keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: type,
          issuer,
          audience: this.audience,
          requiredClaims: ['sub', 'jti', 'iat', 'exp', 'cid', 'fam', 'epo'],
          currentDate: new Date(this.now()),
        })
        return verifiedOf(payload)
      } catch (error) {
        if (error instanceof joseErrors.JWSSignatureVerificationFailed) continue
        if (error instanceof joseErrors.JOSEError) break
        throw error
      }
    }
    throw apiError('token_invalid')
  }
}

/** Parses claims. Types are checked even though the signature proves that we wrote them. */
function verifiedOf(payload: Record<string, unknown>): Verified {
  const { sub, jti, cid, fam, epo, exp, auth_time: loginAt } = payload
  const [accountEpoch, clientEpoch] = Array.isArray(epo) ? (epo as unknown[]) : []
  if (
    typeof sub !== 'string' ||
    typeof jti !== 'string' ||
    typeof cid !== 'string' ||
    typeof fam !== 'string' ||
    typeof exp !== 'number' ||
    typeof accountEpoch !== 'number' ||
    typeof clientEpoch !== 'number'
  ) {
    throw apiError('token_invalid')
  }
  const loginAtMs = typeof loginAt === 'number' ? loginAt * 1000 : 0
  const session = { accountId: sub, clientId: cid, tokenId: jti, family: fam, expiresAtMs: exp * 1000 }
  return { session: { ...session, loginAtMs, name: '', username: '', emailVerified: false }, accountEpoch, clientEpoch }
}

/**
 * Returns whether a token is canonical base64url. The last character of a 32-byte signature has two unused bits, so a token would
 * otherwise have four valid spellings.
 */
function isCanonical(token: string): boolean {
  const parts = token.split('.')
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** Returns whether a person in the portal is behind a session, and not a program. */
export function isPerson({ clientId }: Pick<Session, 'clientId'>): boolean {
  return clientId === portalClientId
}

/** Returns an `onRequest` hook that requires a valid token and sets `request.session`. */
export function requireSession(tokens: Tokens): onRequestHookHandler {
  return (request, _reply, done) => {
    let session: Session | Promise<Session>
    try {
      session = tokens.verify(request.headers.authorization)
    } catch (error) {
      done(error as Error)
      return
    }
    if (!(session instanceof Promise)) {
      request.session = session
      done()
      return
    }
    session.then((verified) => {
      request.session = verified
      done()
    }, done)
  }
}
