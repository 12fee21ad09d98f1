import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from '../base/db.js'
import { type Loop, startLoop } from '../base/loop.js'
import { Allowance } from './allowance.js'
import * as sql from './dispatch-sql.js'
import { Endpoint, type Leased } from './endpoint.js'
import type { Guard } from './guard.js'
import { Outcomes } from './outcomes.js'
import { askedMs, verdictOf } from './schedule.js'
import { signedHeaders } from './sign.js'

/** What delivering stands on. */
export interface DispatchContext {
  database: Database
  guard: Guard
  /** Opens the secrets of webhooks. */
  secretKey: Uint8Array
  /** To one webhook at most. */
  connections: number
  /** Told of each webhook that is disabled because of what came back, in the transaction that does it. */
  onDisabled(tx: Tx, webhook: sql.DisabledRow): Promise<void>
  logger: Logger
}

/** A lease lasts longer than an attempt may take; a dead process's work is taken over when it has run out, within 30 s. */
const leaseMs = 28_000
/** Later than this after leasing nothing is sent: the attempt could outlive the lease. */
const startMsMax = leaseMs - 16_000
const leasedTotalMax = 4_000
const unwrittenMax = 4_000
/** Connections in use by this process. */
const busyMax = 512
/** Those that are slow or fail share this part of them, so that the others find room. */
const troubledBusyMax = busyMax / 2
/** Sent by this process at most: 100,000 take less than a minute, and leave room for stamps meanwhile. */
const perSecondMax = 2_250
/** The same while so many stamps are taken that both would wait for the processor. */
const yieldingPerSecondMax = 500
const allowanceMs = 5
const lookIdleMs = 500
const lookGapMs = 20
const writeGapMs = 25
const forgetMs = 60_000
/** What is under way gets this long to end when the service stops; what does not is sent anew by somebody else. */
const stopMs = 5_000

/**
 * Sends what is due: leases deliveries, of each webhook the oldest, sends them over a few connections to each, and writes what
 * came of it in groups. Processes share the work by the leases; PostgreSQL is the only thing they share.
 */
export class Dispatcher {
  private readonly context: DispatchContext
  private readonly owner = randomUUID()
  private readonly endpoints = new Map<string, Endpoint>()
  /** Those that may have something to send now, in the order in which they get their turn. */
  private readonly ready = new Set<Endpoint>()
  private readonly outcomes: Outcomes
  private readonly looking: Loop
  private readonly writing: Loop
  private readonly underWay = new Set<Promise<void>>()
  private readonly allowance = new Allowance(perSecondMax)
  private waiting: NodeJS.Timeout | undefined
  private troubled = 0
  private leased = 0
  private stopping = false
  private lookedAtMs = 0

  private constructor(context: DispatchContext) {
    this.context = context
    const { logger } = context
    this.outcomes = new Outcomes({ ...context, owner: this.owner })
    this.writing = startLoop({ name: 'webhook-outcomes', step: () => this.write(), idleMs: 60_000, logger })
    this.looking = startLoop({ name: 'webhooks', step: () => this.look(), idleMs: lookIdleMs, logger })
  }

  static start(context: DispatchContext): Dispatcher {
    return new Dispatcher(context)
  }

  /** Looks for deliveries at once: there are new ones. */
  wake(): void {
    this.looking.wake()
  }

  /** Leaves the processor to stamps, or takes it back. */
  yield(isYielding: boolean): void {
    this.allowance.perSecond = isYielding ? yieldingPerSecondMax : perSecondMax
  }

  /** How many it sends in a second at most, now. */
  get perSecond(): number {
    return this.allowance.perSecond
  }

  /** Lets what is under way end, gives back what is not begun, and writes what came of it. */
  async stop(): Promise<void> {
    this.stopping = true
    await this.looking.stop()
    for (const endpoint of this.endpoints.values()) this.giveBack(endpoint)
    const timer = setTimeout(() => void this.closeAll(), stopMs)
    while (this.underWay.size > 0) await Promise.all(this.underWay)
    clearTimeout(timer)
    await this.closeAll()
    await this.writing.stop()
    // What the last round of the loop left, and at most as often as it takes.
    while (this.outcomes.size > 0) await this.write()
    await this.write()
  }

  private async closeAll(): Promise<void> {
    await Promise.all([...this.endpoints.values()].map((endpoint) => endpoint.close()))
  }

  /** One round: who has something due, and leases on a part of it. */
  private async look(): Promise<void> {
    await sleep(Math.max(0, this.lookedAtMs + lookGapMs - performance.now()))
    this.lookedAtMs = performance.now()
    const due = await this.context.database.query<sql.DueRow>(sql.dueWebhooks)
    const wanted = this.wantedOf(this.adopt(due))
    if (wanted.length === 0 || this.stopping || this.outcomes.size > unwrittenMax) return
    const sinceMs = performance.now()
    const rows = await this.context.database.query<sql.ClaimedRow>(sql.claim, [
      wanted.map(({ endpoint }) => endpoint.id),
      wanted.map(({ room }) => room),
      this.owner,
      leaseMs,
    ])
    const byWebhook = new Map<string, sql.ClaimedRow[]>(wanted.map(({ endpoint }) => [endpoint.id, []]))
    for (const row of rows) byWebhook.get(row.webhook_id)?.push(row)
    for (const { endpoint, room } of wanted) {
      const mine = byWebhook.get(endpoint.id) ?? []
      endpoint.lease(mine, room, sinceMs)
      this.leased += mine.length
      if (mine.length > 0) this.ready.add(endpoint)
    }
    this.sendReady()
  }

  /** Brings what is known of webhooks up to date; what waits for one that is due no more is given back (it was disabled). */
  private adopt(due: readonly sql.DueRow[]): Endpoint[] {
    const { guard, secretKey, connections, logger } = this.context
    const found: Endpoint[] = []
    const ids = new Set<string>()
    for (const row of due) {
      try {
        const known = this.endpoints.get(row.id)
        known?.update(row, secretKey)
        const endpoint = known ?? new Endpoint(row, guard, secretKey, connections)
        this.endpoints.set(row.id, endpoint)
        ids.add(row.id)
        found.push(endpoint)
      } catch (error) {
        logger.error({ err: error, webhook: row.id }, 'a webhook cannot be used')
      }
    }
    const nowMs = performance.now()
    for (const endpoint of this.endpoints.values()) {
      if (!ids.has(endpoint.id)) this.giveBack(endpoint)
      if (endpoint.idleMs(nowMs) < forgetMs) continue
      this.endpoints.delete(endpoint.id)
      void endpoint.close()
    }
    return found
  }

  private wantedOf(endpoints: readonly Endpoint[]): { endpoint: Endpoint; room: number }[] {
    const nowMs = performance.now()
    let left = leasedTotalMax - this.leased
    const wanted: { endpoint: Endpoint; room: number }[] = []
    for (const endpoint of endpoints) {
      const room = Math.min(endpoint.room(nowMs), left)
      if (room <= 0) continue
      left -= room
      wanted.push({ endpoint, room })
    }
    return wanted
  }

  private giveBack(endpoint: Endpoint): void {
    const left = endpoint.drain()
    this.leased -= left.length
    for (const { id } of left) this.outcomes.giveBack(id)
    if (left.length > 0) this.writing.wake()
  }

  /** Sends as much as may be under way, one of each webhook in turn. */
  private sendReady(): void {
    for (let isAny = true; isAny && !this.stopping; ) {
      isAny = false
      const nowMs = performance.now()
      for (const endpoint of this.ready) {
        if (this.underWay.size >= busyMax || this.isOverAllowance(nowMs)) return
        if (!endpoint.isReady(nowMs)) this.ready.delete(endpoint)
        else if (!endpoint.isTroubled || this.troubled < troubledBusyMax) {
          this.sendNext(endpoint, nowMs)
          isAny = true
        }
      }
    }
  }

  /** Then it goes on by itself a moment later. */
  private isOverAllowance(nowMs: number): boolean {
    if (this.allowance.has(nowMs)) return false
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined
      this.sendReady()
    }, allowanceMs).unref()
    return true
  }

  private sendNext(endpoint: Endpoint, nowMs: number): void {
    const delivery = endpoint.next()
    if (!delivery) return
    this.leased--
    if (nowMs - delivery.sinceMs > startMsMax) {
      this.outcomes.giveBack(delivery.id)
      this.writing.wake()
      return
    }
    this.allowance.use()
    const { isTroubled } = endpoint
    if (isTroubled) this.troubled++
    const sending = this.send(endpoint, delivery).finally(() => {
      this.underWay.delete(sending)
      if (isTroubled) this.troubled--
      this.goOn(endpoint)
    })
    this.underWay.add(sending)
  }

  private async send(endpoint: Endpoint, { id, webhook_id, payload, step }: Leased): Promise<void> {
    const at = new Date()
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tallystick-Webhooks/1',
      ...signedHeaders(id, at, payload, endpoint.secretsAt(at)),
    }
    const attempt = await endpoint.send({ headers, body: payload })
    if (attempt === null) this.outcomes.giveBack(id)
    else {
      const now = new Date()
      const verdict = verdictOf(attempt, step, now)
      this.outcomes.add({ deliveryId: id, webhookId: webhook_id, at, attempt, verdict })
      endpoint.learn(verdict.kind === 'delivered', attempt.durationMs, askedMs(attempt, now))
    }
    this.writing.wake()
  }

  /** After an attempt: the next one, when it may be. */
  private goOn(endpoint: Endpoint): void {
    if (this.stopping) return
    const nowMs = performance.now()
    const restMs = endpoint.restsUntilMs - nowMs
    if (restMs > 0) setTimeout(() => this.goOn(endpoint), restMs + 1).unref()
    else if (endpoint.isHungry(nowMs)) this.looking.wake()
    this.ready.add(endpoint)
    this.sendReady()
  }

  /** Writes what came of attempts, those of a moment together. */
  private async write(): Promise<void> {
    if (!this.stopping) await sleep(writeGapMs)
    await this.outcomes.write()
    if (this.outcomes.size > 0) this.writing.wake()
  }
}
