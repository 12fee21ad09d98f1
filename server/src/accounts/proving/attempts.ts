import type { Queryable } from '../../base/database/db.js'
import { tooManyRequests } from '../../http/limits/rate-limit.js'
import type { AccountKeys } from '../keys.js'
import { countAttempt, resetAttempts, takeBackAttempt } from '../portal-sql.js'

/** Attempts at a password, or at the codes of devices, per account (or known browser of it) and window, from all addresses together. */
const attemptsMax = 10
/** Mails per window that anyone can request to an address, and that an account can have sent to addresses it chose. */
const mailsMax = 5
const windowS = 15 * 60

/**
 * Limits attempts per account. Counts in the database, so across all processes; changing network addresses doesn't help. Off when
 * the operator has turned GUESS_LIMIT off.
 */
export class Attempts {
  private readonly db: Queryable
  private readonly keys: AccountKeys
  private readonly isOn: boolean

  constructor(db: Queryable, keys: AccountKeys, isOn: boolean) {
    this.db = db
    this.keys = keys
    this.isOn = isOn
  }

  /**
   * Counts an attempt before it is made, so that concurrent attempts can't exceed the limit.
   *
   * @param subject the e-mail address or the account's ID
   * @param browserId of a browser in which the account has logged in: its attempts count by themselves
   * @returns a function that resets the count, to call when the password was right
   * @throws {ApiError} 429 when the limit is exceeded
   */
  async begin(subject: string, browserId?: string): Promise<() => Promise<void>> {
    if (!this.isOn) return async () => undefined
    const hash = this.keys.attemptHash(`password:${subject}${browserId === undefined ? '' : ` in ${browserId}`}`)
    await this.count(hash)
    return () => resetAttempts(this.db, hash)
  }

  /**
   * Counts a guess at the code of a device.
   *
   * @returns a function that takes the guess back, to call when the code was right: the wrong ones before it stay counted, since anyone
   *   can have a right one made for a device of their own
   * @throws {ApiError} 429 when the limit is exceeded
   */
  async beginUserCode(accountId: string): Promise<() => Promise<void>> {
    if (!this.isOn) return async () => undefined
    const hash = this.keys.attemptHash(`device:${accountId}`)
    await this.count(hash)
    return () => takeBackAttempt(this.db, hash)
  }

  /** Counts a mail of the kind that anyone can request. Returns whether the address may get it. */
  async mayMail(email: string): Promise<boolean> {
    if (!this.isOn) return true
    const { attempts } = await countAttempt(this.db, this.keys.attemptHash(`mail:${email}`), windowS)
    return attempts <= mailsMax
  }

  /** Counts a mail that an account has sent to an address it chose. @throws {ApiError} 429 when the limit is exceeded */
  async countMail(accountId: string): Promise<void> {
    if (this.isOn) await this.count(this.keys.attemptHash(`mail by:${accountId}`), mailsMax)
  }

  private async count(hash: Uint8Array, max = attemptsMax): Promise<void> {
    const { attempts, waitS } = await countAttempt(this.db, hash, windowS)
    if (attempts > max) throw tooManyRequests(waitS)
  }
}
