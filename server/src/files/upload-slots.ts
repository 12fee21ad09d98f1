import { apiError } from '../http/errors.js'

/** Limits concurrent uploads, each of which needs memory and an open file. One account gets at most half of the slots. */
export class UploadSlots {
  private readonly uploadsMax: number
  private readonly accounts = new Map<string, number>()
  private taken = 0

  constructor(uploadsMax: number) {
    this.uploadsMax = uploadsMax
  }

  /** Runs an upload. @throws {ApiError} 503 when there are too many already */
  async hold<T>(accountId: string, upload: () => Promise<T>): Promise<T> {
    const own = this.accounts.get(accountId) ?? 0
    if (this.taken >= this.uploadsMax || own >= Math.ceil(this.uploadsMax / 2)) throw apiError('unavailable')
    this.taken++
    this.accounts.set(accountId, own + 1)
    try {
      return await upload()
    } finally {
      this.taken--
      const left = (this.accounts.get(accountId) ?? 1) - 1
      if (left === 0) this.accounts.delete(accountId)
      else this.accounts.set(accountId, left)
    }
  }
}
