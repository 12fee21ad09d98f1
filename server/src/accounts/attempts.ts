import type { Queryable } from '../base/db.js'
import { apiError } from '../http/errors.js'
import type { AccountKeys } from './keys.js'
import { countAttempt, forgetAttempts } from './portal-sql.js'

/** Tries at the password of one account, from wherever they come. */
const triesMax = 10
/** Mails to one address that somebody asked for. */
const mailsMax = 5
const windowS = 15 * 60

/**
 * Limits what concerns one account, in the database and so for all processes together: no other address to come from helps.
 * Off when the operator has set no limit to guessing.
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
   * Counts a try before it is made, so that of many at once no more than the allowed ones are made.
   *
   * @param subject the address, or the account's id
   * @returns what to call when the secret was right: the count begins anew
   * @throws ApiError 429
   */
  async begin(subject: string): Promise<() => Promise<void>> {
    if (!this.isOn) return async () => undefined
    const hash = this.keys.attemptHash(`password:${subject}`)
    const { attempts, waitS } = await countAttempt(this.db, hash, windowS)
    if (attempts > triesMax) throw apiError('rate_limited', {}, { headers: { 'retry-after': String(waitS) } })
    return () => forgetAttempts(this.db, hash)
  }

  /** May the address get one more mail that anybody can ask for? */
  async mayMail(email: string): Promise<boolean> {
    if (!this.isOn) return true
    const { attempts } = await countAttempt(this.db, this.keys.attemptHash(`mail:${email}`), windowS)
    return attempts <= mailsMax
  }
}
