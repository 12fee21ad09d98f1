import { apiError, type ErrorCode } from '../errors.js'

/** The answer of a request, or the stream that makes it. */
interface Answer {
  destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

/** The answers of a kind that may be under way at the same time: of one account, so that none takes the others' share, and in all. */
export class Slots {
  private readonly taken = new Map<string, number>()
  private readonly limits: { account: number; all: number }
  private readonly refusal: ErrorCode
  private all = 0

  constructor(limits: { account: number; all: number }, refusal: ErrorCode = 'rate_limited') {
    this.limits = limits
    this.refusal = refusal
  }

  /**
   * Takes a slot until an answer ends, whole or not.
   *
   * @throws {ApiError} 429 when there is none
   */
  take(accountId: string, answer: Answer): void {
    const own = this.taken.get(accountId) ?? 0
    if (own >= this.limits.account || this.all >= this.limits.all) throw apiError(this.refusal)
    this.taken.set(accountId, own + 1)
    this.all++
    // The client may have left while the answer was prepared; then there is no event any more.
    if (answer.destroyed) this.free(accountId)
    else answer.once('close', () => this.free(accountId))
  }

  private free(accountId: string): void {
    const own = this.taken.get(accountId) ?? 0
    if (own <= 1) this.taken.delete(accountId)
    else this.taken.set(accountId, own - 1)
    this.all--
  }
}
