import type { ClaimedRow, DueRow } from './dispatch-sql.js'
import { notAllowed } from './failure.js'
import type { Guard } from './guard.js'
import { firstPace, nextPace, type Pace, pauseMs } from './pace.js'
import { openSecret } from './secret.js'
import { type Attempt, Line, type Outgoing } from './send.js'

/** A delivery that is leased to us and not sent yet. */
export interface Leased extends ClaimedRow {
  /** Monotonic time before the lease began. */
  sinceMs: number
}

const leasedMax = 500

/** A webhook that this process sends to: its connections, its pace, and what is leased for it. */
export class Endpoint {
  readonly id: string
  private readonly guard: Guard
  private readonly limitMax: number
  private row: DueRow
  private secrets: { text: string; until: number }[] = []
  private target: URL | undefined
  /** Why nothing can be sent there. */
  private refusal = ''
  private idle: Line[] = []
  private readonly busy = new Set<Line>()
  private readonly leased: Leased[] = []
  private pace: Pace = firstPace
  private pausedUntilMs = 0
  private claimedAtMs = 0
  private doneSinceClaim = 0
  /** The last claim brought all that was asked for, so that there may be more. */
  private mayHaveMore = false
  private usedAtMs = performance.now()

  constructor(row: DueRow, guard: Guard, secretKey: Uint8Array, limitMax: number) {
    this.id = row.id
    this.guard = guard
    this.limitMax = limitMax
    this.row = row
    this.read(row, secretKey)
  }

  /** Takes over what the owner has changed. */
  update(row: DueRow, secretKey: Uint8Array): void {
    const { row: old } = this
    const isSame =
      row.redirect_url === old.redirect_url &&
      row.secret_sealed.equals(old.secret_sealed) &&
      row.previous_until?.getTime() === old.previous_until?.getTime()
    this.row = row
    if (!isSame) this.read(row, secretKey)
  }

  /** More than one while a changed secret and its predecessor are both valid. */
  secretsAt(now: Date): string[] {
    return this.secrets.filter(({ until }) => until > now.getTime()).map(({ text }) => text)
  }

  /** How many deliveries to lease for it now: what it takes within a second. */
  room(nowMs: number): number {
    if (this.pausedUntilMs > nowMs) return 0
    const perSecond = (this.doneSinceClaim * 1000) / Math.max(1, nowMs - this.claimedAtMs)
    const wanted = Math.min(leasedMax, Math.max(2 * this.pace.limit, Math.ceil(perSecond)))
    const room = wanted - this.leased.length
    // Seldom and many rather than often and few.
    return room * 2 > wanted ? room : 0
  }

  /** Takes what was leased for it. */
  lease(rows: readonly ClaimedRow[], asked: number, sinceMs: number): void {
    this.mayHaveMore = rows.length === asked
    this.claimedAtMs = sinceMs
    this.doneSinceClaim = 0
    this.leased.push(...rows.map((row) => ({ ...row, sinceMs })))
  }

  /** Would a claim bring something to do? */
  isHungry(nowMs: number): boolean {
    return this.mayHaveMore && this.room(nowMs) > 0
  }

  get leasedCount(): number {
    return this.leased.length
  }

  get busyCount(): number {
    return this.busy.size
  }

  /** Is it slow, or failing? */
  get isTroubled(): boolean {
    return this.pace.limit === 1
  }

  /** Monotonic time until which it is left alone. */
  get restsUntilMs(): number {
    return this.pausedUntilMs
  }

  /** May the next delivery be sent? */
  isReady(nowMs: number): boolean {
    return this.leased.length > 0 && this.busy.size < this.pace.limit && this.pausedUntilMs <= nowMs
  }

  /** The delivery that has waited longest. */
  next(): Leased | undefined {
    return this.leased.shift()
  }

  /** Takes back everything that is not sent yet. */
  drain(): Leased[] {
    return this.leased.splice(0)
  }

  /** Sends on a connection of its own. @returns null when we are stopping */
  async send(outgoing: Outgoing): Promise<Attempt | null> {
    if (!this.target) return refused(this.refusal)
    const line = this.idle.pop() ?? new Line(this.target, this.guard)
    this.busy.add(line)
    const attempt = await line.send(outgoing)
    this.busy.delete(line)
    if (line.target === this.target) this.idle.push(line)
    else await line.close()
    return attempt
  }

  /** Learns from what came back how to go on. */
  learn(accepted: boolean, durationMs: number, askedMs: number): void {
    const nowMs = performance.now()
    this.usedAtMs = nowMs
    this.doneSinceClaim++
    this.pace = nextPace(this.pace, accepted, durationMs, this.limitMax)
    const pause = pauseMs(this.pace, askedMs)
    if (pause > 0) this.pausedUntilMs = Math.max(this.pausedUntilMs, nowMs + pause)
  }

  /** Nothing to do, and for how long. */
  idleMs(nowMs: number): number {
    return this.busy.size + this.leased.length > 0 || this.pausedUntilMs > nowMs ? 0 : nowMs - this.usedAtMs
  }

  /** Closes its connections, in use or not. */
  async close(): Promise<void> {
    await Promise.all([...this.idle.splice(0), ...this.busy].map((line) => line.close()))
  }

  private read(row: DueRow, secretKey: Uint8Array): void {
    const { id, secret_sealed, previous_secret_sealed, previous_until } = row
    this.secrets = [{ text: openSecret(secretKey, id, secret_sealed), until: Number.POSITIVE_INFINITY }]
    if (previous_secret_sealed && previous_until) {
      this.secrets.push({ text: openSecret(secretKey, id, previous_secret_sealed), until: previous_until.getTime() })
    }
    if (this.target?.href === row.redirect_url) return
    try {
      this.target = this.guard.check(row.redirect_url)
      this.refusal = ''
    } catch (error) {
      this.target = undefined
      this.refusal = (error as Error).message
    }
    // Connections to the old address are closed as they come back.
    for (const line of this.idle.splice(0)) void line.close()
  }
}

function refused(problem: string): Attempt {
  const nothing = { status: null, retryAfter: null, address: null, responseHead: null, responseBody: null }
  return { ...nothing, durationMs: 0, requestHead: '', failure: notAllowed(problem) }
}
