import type { SealKeys } from '../../base/ring.js'
import { notAllowed } from '../deliveries/failure.js'
import type { ClaimedRow, DueRow } from '../deliveries/queue-sql.js'
import type { Guard } from '../guard/guard.js'
import { decryptSecret } from '../secret.js'
import { type Concurrency, initialConcurrency, nextConcurrency, pauseMs } from './concurrency.js'
import { type Attempt, type Outgoing, ReceiverConnection } from './connection.js'

/** A leased delivery that is not sent yet. */
export interface Leased extends ClaimedRow {
  /** Monotonic time, before the lease began. */
  sinceMs: number
}

const leasedMax = 500

/** A webhook this process sends to: its connections, concurrency, and leased deliveries. */
export class Receiver {
  readonly id: string
  readonly accountId: string
  private readonly guard: Guard
  private readonly limitMax: number
  private row: DueRow
  private secrets: { text: string; until: number }[] = []
  private target: URL | undefined
  /** Why the address is not allowed. */
  private refusal = ''
  private idle: ReceiverConnection[] = []
  private readonly busy = new Set<ReceiverConnection>()
  private readonly leased: Leased[] = []
  private concurrency: Concurrency = initialConcurrency
  private pausedUntilMs = 0
  private claimedAtMs = 0
  private doneSinceClaim = 0
  /** The last claim returned as many as requested, so there may be more. */
  private mayHaveMore = false
  private usedAtMs = performance.now()

  constructor(row: DueRow, guard: Guard, secretKeys: SealKeys, limitMax: number) {
    this.id = row.id
    this.accountId = row.account_id
    this.guard = guard
    this.limitMax = limitMax
    this.row = row
    this.read(row, secretKeys)
  }

  /** Applies the owner's changes. */
  update(row: DueRow, secretKeys: SealKeys): void {
    const { row: old } = this
    const isSame =
      row.redirect_url === old.redirect_url &&
      row.secret_sealed.equals(old.secret_sealed) &&
      row.previous_until?.getTime() === old.previous_until?.getTime()
    this.row = row
    if (!isSame) this.read(row, secretKeys)
  }

  /** Secrets valid at a time: two while a rotated secret and its predecessor overlap. */
  secretsAt(now: Date): string[] {
    return this.secrets.filter(({ until }) => until > now.getTime()).map(({ text }) => text)
  }

  /** How many more deliveries to lease now: about a second's worth. */
  capacity(nowMs: number): number {
    if (this.pausedUntilMs > nowMs) return 0
    const perSecond = (this.doneSinceClaim * 1000) / Math.max(1, nowMs - this.claimedAtMs)
    const wanted = Math.min(leasedMax, Math.max(2 * this.concurrency.limit, Math.ceil(perSecond)))
    const missing = wanted - this.leased.length
    // Fewer, larger claims.
    return missing * 2 > wanted ? missing : 0
  }

  /** Takes newly leased deliveries. @param asked how many the claim requested */
  lease(rows: readonly ClaimedRow[], asked: number, sinceMs: number): void {
    this.mayHaveMore = rows.length === asked
    this.claimedAtMs = sinceMs
    this.doneSinceClaim = 0
    this.leased.push(...rows.map((row) => ({ ...row, sinceMs })))
  }

  /** Whether another claim is worthwhile. */
  wantsMore(nowMs: number): boolean {
    return this.mayHaveMore && this.capacity(nowMs) > 0
  }

  get leasedCount(): number {
    return this.leased.length
  }

  get busyCount(): number {
    return this.busy.size
  }

  /** Slow or failing. */
  get isDegraded(): boolean {
    return this.concurrency.limit === 1
  }

  /** Monotonic time at which its pause ends, milliseconds. */
  get pausedUntil(): number {
    return this.pausedUntilMs
  }

  /** Whether the next delivery can be sent now. */
  isReady(nowMs: number): boolean {
    return this.leased.length > 0 && this.busy.size < this.concurrency.limit && this.pausedUntilMs <= nowMs
  }

  /** Removes and returns the longest-waiting delivery. */
  next(): Leased | undefined {
    return this.leased.shift()
  }

  /** Removes and returns all unsent deliveries. */
  drain(): Leased[] {
    return this.leased.splice(0)
  }

  /** Sends on an idle or new connection. @returns null when the service is stopping */
  async send(outgoing: Outgoing): Promise<Attempt | null> {
    if (!this.target) return refused(this.refusal)
    const connection = this.idle.pop() ?? new ReceiverConnection(this.target, this.guard)
    this.busy.add(connection)
    const attempt = await connection.send(outgoing)
    this.busy.delete(connection)
    if (connection.target === this.target) this.idle.push(connection)
    else await connection.close()
    return attempt
  }

  /** Adapts concurrency and pause to an attempt's result. */
  adapt(accepted: boolean, durationMs: number, askedMs: number): void {
    const nowMs = performance.now()
    this.usedAtMs = nowMs
    this.doneSinceClaim++
    this.concurrency = nextConcurrency(this.concurrency, accepted, durationMs, this.limitMax)
    const pause = pauseMs(this.concurrency, askedMs)
    if (pause > 0) this.pausedUntilMs = Math.max(this.pausedUntilMs, nowMs + pause)
  }

  /** How long it has had nothing to do, milliseconds. */
  idleMs(nowMs: number): number {
    return this.busy.size + this.leased.length > 0 || this.pausedUntilMs > nowMs ? 0 : nowMs - this.usedAtMs
  }

  /** Closes all connections, busy ones included. */
  async close(): Promise<void> {
    await Promise.all([...this.idle.splice(0), ...this.busy].map((connection) => connection.close()))
  }

  private read(row: DueRow, secretKeys: SealKeys): void {
    const { id, secret_sealed, previous_secret_sealed, previous_until } = row
    this.secrets = [{ text: decryptSecret(secretKeys, id, secret_sealed), until: Number.POSITIVE_INFINITY }]
    if (previous_secret_sealed && previous_until) {
      this.secrets.push({
        text: decryptSecret(secretKeys, id, previous_secret_sealed),
        until: previous_until.getTime(),
      })
    }
    if (this.target?.href === row.redirect_url) return
    try {
      this.target = this.guard.check(row.redirect_url)
      this.refusal = ''
    } catch (error) {
      this.target = undefined
      this.refusal = (error as Error).message
    }
    // Busy connections to the old address close when their attempts end.
    for (const connection of this.idle.splice(0)) void connection.close()
  }
}

function refused(problem: string): Attempt {
  const nothing = { status: null, retryAfter: null, address: null, responseHead: null, responseBody: null }
  return { ...nothing, durationMs: 0, requestHead: '', failure: notAllowed(problem) }
}
