import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from '../../base/database/db.js'
import type { SealKeys } from '../../base/ring.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { type Loop, startLoop } from '../../base/turns/loop.js'
import * as sql from '../deliveries/queue-sql.js'
import { askedMs, verdictOf } from '../deliveries/schedule.js'
import type { Guard } from '../guard/guard.js'
import { Outcomes } from './outcomes.js'
import { type Leased, Receiver } from './receiver.js'
import { signedHeaders } from './sign.js'
import { TokenBucket } from './token-bucket.js'
import { equalParts, Turns } from './turns.js'

/** Dependencies of a {@link Dispatcher}. */
export interface DispatchContext {
  database: Database
  guard: Guard
  /** Decrypts webhook secrets. */
  secretKeys: SealKeys
  /** Maximum connections to one webhook. */
  connections: number
  /** Says whether the time that a webhook has been failing for can be trusted. */
  clock: TrustedClock
  /** Called for each webhook disabled because of its answers, in the transaction that disables it. */
  onDisabled(tx: Tx, webhook: sql.DisabledRow): Promise<void>
  logger: Logger
}

/** Longer than an attempt can take. Another process takes over a dead one's deliveries once it expires, within 30 s. */
const leaseMs = 28_000
/** No attempt starts later than this after leasing: it could outlive the lease. */
const startMsMax = leaseMs - 16_000
const leasedTotalMax = 4_000
/** Maximum of one account, so that a stalled account doesn't keep others from leasing. */
const leasedOfAccountMax = leasedTotalMax / 2
const unwrittenMax = 4_000
/** Maximum connections in use by this process. */
const busyMax = 512
/** Share of them for slow or failing receivers, so that they can't starve the others. */
const degradedBusyMax = busyMax / 2
/** Rate limit of this process: 100,000 deliveries take less than a minute and leave processor time for stamps. */
const perSecondMax = 2_250
/** Rate limit during a burst of stamps, when both would compete for the processor. */
const yieldingPerSecondMax = 500
const refillMs = 5
const pollIdleMs = 500
const pollGapMs = 20
const writeGapMs = 25
const idleMsMax = 60_000
/** Grace period for attempts in flight when the service stops; another process repeats those that don't finish. */
const stopMs = 5_000

/**
 * Sends due deliveries: leases the oldest of each webhook, sends them over a few connections per receiver, and records outcomes
 * in groups. Leases divide the work among processes, which share nothing but PostgreSQL.
 */
export class Dispatcher {
  private readonly context: DispatchContext
  private readonly owner = randomUUID()
  private readonly receivers = new Map<string, Receiver>()
  /** Receivers that may have something to send. */
  private readonly ready = new Turns<Receiver>()
  private readonly outcomes: Outcomes
  private readonly polling: Loop
  private readonly writing: Loop
  private readonly inFlight = new Set<Promise<void>>()
  private readonly bucket = new TokenBucket(perSecondMax)
  private waiting: NodeJS.Timeout | undefined
  private degraded = 0
  private leased = 0
  private stopping = false
  private polledAtMs = 0

  private constructor(context: DispatchContext) {
    this.context = context
    const { logger } = context
    this.outcomes = new Outcomes({ ...context, owner: this.owner })
    this.writing = startLoop({ name: 'webhook-outcomes', step: () => this.write(), idleMs: 60_000, logger })
    this.polling = startLoop({ name: 'webhooks', step: () => this.poll(), idleMs: pollIdleMs, logger })
  }

  static start(context: DispatchContext): Dispatcher {
    return new Dispatcher(context)
  }

  /** Looks for new deliveries now. */
  wake(): void {
    this.polling.wake()
  }

  /** Throttles sending during a burst of stamps, or lifts the throttle. */
  yield(isYielding: boolean): void {
    this.bucket.perSecond = isYielding ? yieldingPerSecondMax : perSecondMax
  }

  /** Current rate limit, deliveries per second. */
  get perSecond(): number {
    return this.bucket.perSecond
  }

  /** Lets attempts in flight finish, releases unstarted leases, and records outcomes. */
  async stop(): Promise<void> {
    this.stopping = true
    await this.polling.stop()
    for (const receiver of this.receivers.values()) this.releaseAll(receiver)
    const timer = setTimeout(() => void this.closeAll(), stopMs)
    while (this.inFlight.size > 0) await Promise.all(this.inFlight)
    clearTimeout(timer)
    await this.closeAll()
    await this.writing.stop()
    // Outcomes the loop's last round left.
    while (this.outcomes.size > 0) await this.write()
    await this.write()
  }

  private async closeAll(): Promise<void> {
    await Promise.all([...this.receivers.values()].map((receiver) => receiver.close()))
  }

  /** One round: finds webhooks with due deliveries and leases some of them. */
  private async poll(): Promise<void> {
    await sleep(Math.max(0, this.polledAtMs + pollGapMs - performance.now()))
    this.polledAtMs = performance.now()
    const due = await this.context.database.query<sql.DueRow>(sql.dueWebhooks)
    const wanted = this.wantedOf(this.adopt(due))
    if (wanted.length === 0 || this.stopping || this.outcomes.size > unwrittenMax) return
    const sinceMs = performance.now()
    const rows = await this.context.database.query<sql.ClaimedRow>(sql.claim, [
      wanted.map(({ receiver }) => receiver.id),
      wanted.map(({ capacity }) => capacity),
      this.owner,
      leaseMs,
    ])
    const byWebhook = new Map<string, sql.ClaimedRow[]>(wanted.map(({ receiver }) => [receiver.id, []]))
    for (const row of rows) byWebhook.get(row.webhook_id)?.push(row)
    for (const { receiver, capacity } of wanted) {
      const mine = byWebhook.get(receiver.id) ?? []
      receiver.lease(mine, capacity, sinceMs)
      this.leased += mine.length
      if (mine.length > 0) this.ready.add(receiver)
    }
    this.sendReady()
  }

  /** Updates the known receivers. Releases leases of webhooks that are no longer due, such as disabled ones. */
  private adopt(due: readonly sql.DueRow[]): Receiver[] {
    const { guard, secretKeys, connections, logger } = this.context
    const found: Receiver[] = []
    const ids = new Set<string>()
    for (const row of due) {
      try {
        const known = this.receivers.get(row.id)
        known?.update(row, secretKeys)
        const receiver = known ?? new Receiver(row, guard, secretKeys, connections)
        this.receivers.set(row.id, receiver)
        ids.add(row.id)
        found.push(receiver)
      } catch (error) {
        logger.error({ err: error, webhook: row.id }, 'cannot decrypt a webhook')
      }
    }
    const nowMs = performance.now()
    for (const receiver of this.receivers.values()) {
      if (!ids.has(receiver.id)) this.releaseAll(receiver)
      if (receiver.idleMs(nowMs) < idleMsMax) continue
      this.receivers.delete(receiver.id)
      void receiver.close()
    }
    return found
  }

  /** Divides what may still be leased among the accounts, and each account's part among its webhooks. */
  private wantedOf(receivers: readonly Receiver[]): { receiver: Receiver; capacity: number }[] {
    const nowMs = performance.now()
    const byAccount = new Map<string, Receiver[]>()
    for (const receiver of receivers) {
      const own = byAccount.get(receiver.accountId)
      if (own) own.push(receiver)
      else byAccount.set(receiver.accountId, [receiver])
    }
    const accounts = [...byAccount.values()]
    const capacities = accounts.map((own) => own.map((receiver) => receiver.capacity(nowMs)))
    const needs = accounts.map((own, at) => {
      const leased = own.reduce((sum, { leasedCount }) => sum + leasedCount, 0)
      return Math.min(sumOf(capacities[at]), Math.max(0, leasedOfAccountMax - leased))
    })
    const parts = equalParts(needs, leasedTotalMax - this.leased)
    return accounts.flatMap((own, at) => {
      const shares = equalParts(capacities[at] ?? [], parts[at] ?? 0)
      return own.flatMap((receiver, i) => (shares[i] ? { receiver, capacity: shares[i] } : []))
    })
  }

  private releaseAll(receiver: Receiver): void {
    const left = receiver.drain()
    this.leased -= left.length
    for (const { id } of left) this.outcomes.release(id)
    if (left.length > 0) this.writing.wake()
  }

  /** Starts as many attempts as the limits allow, in turns. */
  private sendReady(): void {
    const nowMs = performance.now()
    const held: Receiver[] = []
    while (!this.stopping && this.inFlight.size < busyMax && !this.isThrottled(nowMs)) {
      const receiver = this.ready.next()
      if (!receiver) break
      const isHeld = receiver.isDegraded && this.degraded >= degradedBusyMax
      if (receiver.isReady(nowMs) && !isHeld) this.sendNext(receiver, nowMs)
      else {
        this.ready.delete(receiver)
        if (isHeld) held.push(receiver)
      }
    }
    for (const receiver of held) this.ready.add(receiver)
  }

  /** Resumes sending once the bucket refills. */
  private isThrottled(nowMs: number): boolean {
    if (this.bucket.has(nowMs)) return false
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined
      this.sendReady()
    }, refillMs).unref()
    return true
  }

  private sendNext(receiver: Receiver, nowMs: number): void {
    const delivery = receiver.next()
    if (!delivery) return
    this.leased--
    if (nowMs - delivery.sinceMs > startMsMax) {
      this.outcomes.release(delivery.id)
      this.writing.wake()
      return
    }
    this.bucket.use()
    const { isDegraded } = receiver
    if (isDegraded) this.degraded++
    const sending = this.send(receiver, delivery).finally(() => {
      this.inFlight.delete(sending)
      if (isDegraded) this.degraded--
      this.resume(receiver)
    })
    this.inFlight.add(sending)
  }

  private async send(receiver: Receiver, { id, webhook_id, payload, step }: Leased): Promise<void> {
    const at = new Date()
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tallystick-Webhooks/1',
      ...signedHeaders(id, at, payload, receiver.secretsAt(at)),
    }
    const attempt = await receiver.send({ headers, body: payload })
    if (attempt === null) this.outcomes.release(id)
    else {
      const now = new Date()
      const verdict = verdictOf(attempt, step, now)
      this.outcomes.add({ deliveryId: id, webhookId: webhook_id, at, attempt, verdict })
      receiver.adapt(verdict.kind === 'delivered', attempt.durationMs, askedMs(attempt, now))
    }
    this.writing.wake()
  }

  /** Continues with a receiver after an attempt, once its pause is over. */
  private resume(receiver: Receiver): void {
    if (this.stopping) return
    const nowMs = performance.now()
    const pauseMs = receiver.pausedUntil - nowMs
    if (pauseMs > 0) setTimeout(() => this.resume(receiver), pauseMs + 1).unref()
    else if (receiver.wantsMore(nowMs)) this.polling.wake()
    this.ready.add(receiver)
    this.sendReady()
  }

  /** Records outcomes, grouping those of a short interval. */
  private async write(): Promise<void> {
    if (!this.stopping) await sleep(writeGapMs)
    await this.outcomes.write()
    if (this.outcomes.size > 0) this.writing.wake()
  }
}

function sumOf(numbers: readonly number[] = []): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
