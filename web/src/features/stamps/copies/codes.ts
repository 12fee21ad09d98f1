import { toHex } from '@tallystick/proof'
import { client } from '../../../session/client.js'
import { withRetries } from '../new/retries.js'

/** A code for a stamp to come, and the address of its page. */
export interface ReservedCode {
  readonly code: string
  readonly url: string
}

/** Bytes of a text in base64. */
const decoded = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Few at a time: those that a run doesn't use count against the account until they expire. */
const groupMax = 10
/** Older ones are left to expire: their copies would be made too late. */
const freshMs = 120_000

/** Codes that are reserved for the copies of a run. */
export class Codes {
  private ready: ReservedCode[] = []
  private reservedAt = 0
  private reserving: Promise<void> | null = null
  /** Each seals one copy: they are of no use for another. */
  private readonly sealed = new Set<ReservedCode>()

  /** Takes a code. `wanted`: how many more will be. @throws {ServiceError} 429 when the account has too many */
  async take(wanted: number, signal: AbortSignal): Promise<ReservedCode> {
    for (;;) {
      if (performance.now() - this.reservedAt > freshMs) this.ready = []
      const code = this.ready.pop()
      if (code) return code
      this.reserving ??= this.reserve(Math.min(groupMax, Math.max(1, wanted)), signal).finally(() => {
        this.reserving = null
      })
      await this.reserving
    }
  }

  /** Returns a code that no copy was made with. */
  giveBack(code: ReservedCode): void {
    if (!this.sealed.delete(code)) this.ready.push(code)
  }

  /** Has the service seal the copy of a code: it signs the digest. @throws {ServiceError} when it refuses */
  async seal(reserved: ReservedCode, digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    this.sealed.add(reserved)
    const init = { params: { path: { code: reserved.code } }, body: { digest: toHex(digest) }, signal }
    const { signature } = await withRetries(() => client.post('/hash/codes/{code}/seal', init), signal)
    return decoded(signature)
  }

  private async reserve(count: number, signal: AbortSignal): Promise<void> {
    this.reservedAt = performance.now()
    const { codes } = await withRetries(() => client.post('/hash/codes', { body: { count }, signal }), signal)
    this.ready.push(...codes)
  }
}
