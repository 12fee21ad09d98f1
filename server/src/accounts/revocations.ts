import type { Queryable } from '../base/db.js'
import { revokedSince } from './sql.js'

/** Settings of a {@link RevocationFeed}. */
export interface RevocationFeedOptions {
  db: Queryable
  /** Called with the subjects of every read that found some, before the read counts. */
  onRevoked: (subjects: ReadonlySet<string>) => void
  onError?: ((error: unknown) => void) | undefined
  intervalMs?: number | undefined
  /** How long a read is good for. A revocation counts everywhere within this time. */
  freshMs?: number | undefined
  /** A clock that only goes forward, in ms. */
  monotonicMs?: (() => number) | undefined
}

/**
 * Reads along what has been revoked anywhere in the deployment. While reads succeed, cached tokens can be trusted; when
 * they stop, {@link isFresh} says so within `freshMs`, and whoever asks has to look into the database instead.
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

  /** True while nothing that was revoked more than `freshMs` ago can be unknown here. */
  isFresh(): boolean {
    return this.monotonicMs() < this.freshUntilMs
  }

  /** True once there is a position in the feed: what is revoked from then on will be seen. */
  get started(): boolean {
    return this.position !== null
  }

  /** Reads once and goes on reading until {@link stop}. A failing read is reported and tried again. */
  async start(): Promise<void> {
    this.running = true
    await this.turn()
  }

  async stop(): Promise<void> {
    this.running = false
    clearTimeout(this.timer)
    await this.reading
  }

  /** Reads what is new now. */
  async read(): Promise<void> {
    // What is committed after this moment may be missing from the answer.
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
