import type { Queryable } from '../../base/database/db.js'
import { revokedSince } from '../sql.js'

/** Settings of a {@link RevocationFeed}. */
export interface RevocationFeedOptions {
  db: Queryable
  /** Called with newly revoked subjects, before the feed counts as fresh. */
  onRevoked: (subjects: ReadonlySet<string>) => void
  onError?: ((error: unknown) => void) | undefined
  intervalMs?: number | undefined
  /** How long a read stays fresh. A revocation takes effect everywhere within this time. */
  freshMs?: number | undefined
  /** Monotonic clock, in ms. */
  monotonicMs?: (() => number) | undefined
}

/**
 * Polls for revocations by any process of the deployment. While reads succeed, cached tokens can be trusted. When they fail,
 * {@link isFresh} turns false within `freshMs`, and callers must query the database instead.
 */
export class RevocationFeed {
  private readonly options: RevocationFeedOptions
  private readonly intervalMs: number
  private readonly freshMs: number
  private readonly monotonicMs: () => number
  private position: string | null = null
  private freshUntilMs = Number.NEGATIVE_INFINITY
  private timer: NodeJS.Timeout | undefined
  private running = false
  private reading: Promise<void> | undefined

  constructor(options: RevocationFeedOptions) {
    this.options = options
    this.intervalMs = options.intervalMs ?? 1000
    this.freshMs = options.freshMs ?? 4500
    this.monotonicMs = options.monotonicMs ?? (() => performance.now())
  }

  /** True while every revocation older than `freshMs` is known here. */
  isFresh(): boolean {
    return this.monotonicMs() < this.freshUntilMs
  }

  /** True once there is a position in the feed; every later revocation will be seen. */
  get started(): boolean {
    return this.position !== null
  }

  /** Reads once, then polls until {@link stop}. Reports failed reads and retries. */
  async start(): Promise<void> {
    this.running = true
    await this.turn()
  }

  async stop(): Promise<void> {
    this.running = false
    clearTimeout(this.timer)
    await this.reading
  }

  /** Reads new revocations. */
  async read(): Promise<void> {
    // Revocations committed after this moment may be missing from the result.
    const asOfMs = this.monotonicMs()
    const { subjects, next } = await revokedSince(this.options.db, this.position)
    if (subjects.length > 0) this.options.onRevoked(new Set(subjects))
    this.position = next
    this.freshUntilMs = asOfMs + this.freshMs
  }

  private async turn(): Promise<void> {
    this.reading = this.read().catch((error: unknown) => this.options.onError?.(error))
    await this.reading
    if (!this.running) return
    this.timer = setTimeout(() => void this.turn(), this.intervalMs)
    this.timer.unref()
  }
}
