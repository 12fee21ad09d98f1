import { apiError } from '../../http/errors.js'

/** Identity behind a verified access token. */
export interface Session {
  accountId: string
  clientId: string
  /** The token's ID (`jti`). */
  tokenId: string
  /** The login the token comes from; refreshed tokens keep it. */
  family: string
  /** The account's public name. */
  name: string
  username: string
  emailVerified: boolean
  expiresAtMs: number
  /** When the secret key was given for the token; 0 for tokens of the portal and refreshed ones. */
  loginAtMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireSession` on every route that uses it. */
    session: Session
  }
}

/** Checks that the accounts named in a request are the caller's: only the token identifies the caller. @throws {ApiError} 403 */
export function requireOwnAccount(accountId: string, ...named: (string | undefined)[]): void {
  if (named.some((id) => id !== undefined && id.toLowerCase() !== accountId)) throw apiError('forbidden')
}

/** A session and the epochs its token was issued in. */
export interface Verified {
  session: Session
  accountEpoch: number
  clientEpoch: number
}

/**
 * Caches verified tokens, so that the hot path is one Map lookup. Bounded by two generations: the old one is dropped when the young
 * one is full, and used entries move to the young one.
 */
export class SessionCache {
  private readonly generationMax: number
  private young = new Map<string, Verified>()
  private old = new Map<string, Verified>()
  /** The last lookup: consecutive requests are often from one client, and comparing a long token is faster than hashing it. */
  private last: { key: string; entry: Verified | undefined } | null = null

  constructor(entriesMax: number) {
    this.generationMax = Math.ceil(entriesMax / 2)
  }

  get(key: string): Verified | undefined {
    if (this.last?.key === key) return this.last.entry
    const entry = this.find(key)
    this.last = { key, entry }
    return entry
  }

  set(key: string, entry: Verified): void {
    if (this.young.size >= this.generationMax) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, entry)
    this.last = null
  }

  delete(key: string): void {
    this.last = null
    this.young.delete(key)
    this.old.delete(key)
  }

  /** Removes every session whose family, client or account is one of the subjects. */
  invalidate(subjects: ReadonlySet<string>): void {
    this.last = null
    for (const entries of [this.young, this.old]) {
      for (const [key, { session }] of entries) {
        if (concerns(subjects, session)) entries.delete(key)
      }
    }
  }

  private find(key: string): Verified | undefined {
    const hit = this.young.get(key)
    if (hit !== undefined) return hit
    const older = this.old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }
}

/** Returns whether one of the subjects is the session's family, client or account. */
export function concerns(
  subjects: { has(subject: string): boolean },
  session: Pick<Session, 'family' | 'clientId' | 'accountId'>,
): boolean {
  return subjects.has(session.family) || subjects.has(session.clientId) || subjects.has(session.accountId)
}
