import type { Logger } from 'pino'

/** An authority that timestamps the signatures of certificates and the seals of copies. */
export interface SignatureAuthority {
  name: string
  /**
   * Returns a token (RFC 3161) about a SHA-256, with the certificates that verify it.
   *
   * @throws {Error} when it gives none
   */
  timestamp(digest: Buffer, signal: AbortSignal): Promise<Buffer>
}

/** Someone waits for the certificate or the copy. */
const waitMsMax = 5_000
/** An authority that failed is left alone for this long, so that not everyone waits for it. */
const restMs = 60_000

/** Timestamps signatures, by the first authority that answers. No certificate and no seal fails for want of one. */
export class SignatureTimestamps {
  /** Signatures that got no timestamp since the start, though there is an authority. */
  missing = 0
  private readonly logger: Pick<Logger, 'warn'>
  private readonly authorities: SignatureAuthority[]
  /** Until when those that failed are left alone, on the monotonic clock. */
  private readonly resting = new Map<SignatureAuthority, number>()

  constructor(authorities: readonly SignatureAuthority[], logger: Pick<Logger, 'warn'>) {
    this.authorities = [...authorities]
    this.logger = logger
  }

  /** Adds an authority that is asked before the others. */
  prefer(authority: SignatureAuthority): void {
    this.authorities.unshift(authority)
  }

  /** Returns a token about a digest; null when no authority gives one. */
  async timestamp(digest: Buffer): Promise<Buffer | null> {
    for (const authority of this.authorities) {
      if ((this.resting.get(authority) ?? 0) > performance.now()) continue
      try {
        return await authority.timestamp(digest, AbortSignal.timeout(waitMsMax))
      } catch (error) {
        this.resting.set(authority, performance.now() + restMs)
        const { name } = authority
        this.logger.warn({ err: error, authority: name }, 'a signature was made without the timestamp of an authority')
      }
    }
    if (this.authorities.length > 0) this.missing++
    return null
  }
}
