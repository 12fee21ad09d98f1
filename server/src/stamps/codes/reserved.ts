import { type Database, isServerError, type Queryable, type Statement } from '../../base/database/db.js'
import { inSlices } from '../../base/database/slices.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { type ApiError, apiError, invalid } from '../../http/errors.js'
import { newReservableCode, parseCode } from '../code.js'
import type { CodesConfig } from '../settings.js'
import * as sql from './sql.js'

/** Codes of an account that wait for their stamps. */
export interface Reservation {
  codes: string[]
  expiresAt: Date
}

const spentAtOnce = 1000

/**
 * Codes that are reserved before their stamps are made.
 *
 * A code is given once. Reserved and drawn codes begin differently, the row of a reserved one stays permanently, and the transaction
 * that writes a stamp or file uses its code up: of two with a code, PostgreSQL refuses one, whichever process it comes from.
 */
export class ReservedCodes {
  private readonly database: Database
  private readonly config: CodesConfig
  /** For each code in use by a request here, the end of the last such request. */
  private readonly last = new Map<string, Promise<void>>()

  constructor(database: Database, config: CodesConfig) {
    this.database = database
    this.config = config
  }

  /**
   * Reserves codes for an account.
   *
   * @param keep returns the statement that stores an idempotent answer in the same transaction
   * @throws {ApiError} 429 when the account would have too many at once
   */
  async reserve(
    accountId: string,
    count: number,
    keep: (reservation: Reservation) => Statement | undefined,
  ): Promise<Reservation> {
    const { reservedMs, reservedMax: limit } = this.config
    return this.database.transaction(async (tx) => {
      await tx.execute(sql.lockAccount, [accountId])
      const [counted] = await tx.query<{ open: number; firstS: number }>(sql.countOpen, [accountId])
      const { open, firstS } = counted as { open: number; firstS: number }
      if (open + count > limit)
        throw apiError('too_many_codes', { limit }, { headers: { 'retry-after': String(firstS) } })
      const codes: string[] = []
      let expiresAt = new Date(0)
      while (codes.length < count) {
        const drawn = Array.from({ length: count - codes.length }, newReservableCode)
        const rows = await tx.query<{ code: string; expires_at: Date }>(sql.reserve, [accountId, drawn, reservedMs])
        for (const { code, expires_at } of rows) {
          codes.push(code)
          expiresAt = expires_at
        }
      }
      const reservation = { codes, expiresAt }
      const statement = keep(reservation)
      if (statement) await tx.query(statement.text, statement.values)
      return reservation
    })
  }

  /**
   * Runs work that uses codes once all earlier work of this process with one of them has ended. So a code is in one batch at a time: a
   * batch is undone when one of its codes was used, for everyone in it. And a file's transaction, which has its code's row and waits
   * for the lane, meets no batch that has the lane and waits for the row.
   */
  async inTurn<T>(codes: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = codes.map((code) => this.last.get(code))
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    for (const code of codes) this.last.set(code, ended)
    await Promise.all(before)
    try {
      return await work()
    } finally {
      end()
      for (const code of codes) if (this.last.get(code) === ended) this.last.delete(code)
    }
  }

  /**
   * Binds a code of the account to the one copy that it seals.
   *
   * @param digest SHA-256 of what the seal covers; the same one may come again
   * @throws {ApiError} 409 when the account doesn't have the code, or has sealed another copy under it
   */
  async bind(accountId: string, code: string, digest: Buffer): Promise<void> {
    if ((await this.database.execute(sql.bind, [accountId, code, digest])) === 1) return
    throw (await this.unusable(accountId, [code])) === undefined ? apiError('code_sealed', { code }) : notReserved(code)
  }

  /** Returns one of the codes that the account can't use; undefined when it can use all. */
  unusable(accountId: string, codes: readonly string[]): Promise<string | undefined> {
    return unusableOf(this.database, accountId, codes)
  }
}

/** Parses a code that a request names. @throws {ApiError} 400 when it can't be a code */
export function reservedCodeOf(sent: string, field = 'code'): string {
  const code = parseCode(sent)
  if (code === null) throw invalid(field, 'expected a code that you reserved: 10 characters')
  return code
}

/** Returns the statement that uses codes up, each with its account, in the transaction that writes their stamps or files. */
export function useStatement(used: readonly { code: string; accountId: string }[]): Statement {
  return { text: sql.use, values: [used.map(({ code }) => code), used.map(({ accountId }) => accountId)] }
}

/** Returns the codes that a commit failed by, since their accounts don't have them; undefined when it failed otherwise. */
export function missingCodes(error: unknown): ReadonlySet<string> | undefined {
  return isServerError(error) && error.code === 'TS005' ? new Set((error.detail ?? '').split(' ')) : undefined
}

/** Requires a code that the account can use now. @throws {ApiError} 409 */
export async function requireUsable(db: Queryable, accountId: string, code: string): Promise<void> {
  const unusable = await unusableOf(db, accountId, [code])
  if (unusable !== undefined) throw notReserved(unusable)
}

async function unusableOf(db: Queryable, accountId: string, codes: readonly string[]): Promise<string | undefined> {
  const [row] = await db.query<{ code: string }>(sql.unusable, [accountId, codes])
  return row?.code
}

/** The refusal of a code that the account hasn't reserved, has used, or let expire. */
export function notReserved(code: string): ApiError {
  return apiError('code_not_reserved', { code })
}

/** Spends codes that have expired: they forget their account, and are never reserved again. */
export async function spendExpired(db: Queryable, now: TrustedTime): Promise<void> {
  await inSlices(db, sql.spendExpired, [now], '-infinity', spentAtOnce)
}

/** Spends all codes of an account that is erased. */
export async function spendAll(db: Queryable, accountId: string): Promise<void> {
  await inSlices(db, sql.spendAll, [accountId], '-infinity', spentAtOnce)
}
