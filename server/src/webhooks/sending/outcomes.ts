import type { Logger } from 'pino'
import { integerArray, smallintArray, textArray, timestampArray, uuidArray } from '../../base/database/arrays.js'
import type { Database, Tx } from '../../base/database/db.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { cancelledAtOnce, cancelSome } from '../deliveries/log-sql.js'
import * as sql from '../deliveries/queue-sql.js'
import { isFailing, type Verdict } from '../deliveries/schedule.js'
import { deliveryState } from '../deliveries/state.js'
import type { Attempt } from './connection.js'

/** Outcome of one attempt at a delivery. */
export interface Outcome {
  deliveryId: string
  webhookId: string
  at: Date
  attempt: Attempt
  verdict: Verdict
}

/** Dependencies of {@link Outcomes}. */
export interface OutcomesContext {
  database: Database
  /** Lease owner. */
  owner: string
  clock: TrustedClock
  /** Called for each disabled webhook, in the transaction that disables it. */
  onDisabled(tx: Tx, webhook: sql.DisabledRow): Promise<void>
  logger: Pick<Logger, 'warn'>
}

const writtenAtOnce = 1_000

/**
 * Buffers outcomes and records many in one transaction. Outcomes lost with the process are repeated under the same id once their
 * lease expires.
 */
export class Outcomes {
  private readonly context: OutcomesContext
  private readonly waiting = new Map<string, Outcome>()
  private readonly returned = new Set<string>()
  /** Webhooks to disable, and why; kept until that has succeeded. */
  private readonly toDisable = new Map<string, 'gone' | 'failing'>()

  constructor(context: OutcomesContext) {
    this.context = context
  }

  /** Unrecorded outcomes. */
  get size(): number {
    return this.waiting.size
  }

  add(outcome: Outcome): void {
    // The same delivery twice, after our lease expired: a success wins.
    if (this.waiting.get(outcome.deliveryId)?.verdict.kind !== 'delivered')
      this.waiting.set(outcome.deliveryId, outcome)
  }

  /** Releases the lease of an unsent delivery. */
  release(deliveryId: string): void {
    this.returned.add(deliveryId)
  }

  /** Records buffered outcomes and disables webhooks accordingly. */
  async write(): Promise<void> {
    const outcomes = [...this.waiting.values()].slice(0, writtenAtOnce)
    const returned = [...this.returned]
    await this.record(outcomes, returned)
    for (const outcome of outcomes) {
      if (this.waiting.get(outcome.deliveryId) === outcome) this.waiting.delete(outcome.deliveryId)
      if (outcome.verdict.kind === 'failed' && outcome.verdict.gone) this.toDisable.set(outcome.webhookId, 'gone')
    }
    for (const id of returned) this.returned.delete(id)
    await this.judgeWebhooks(outcomes)
    await this.disable()
  }

  private async record(outcomes: readonly Outcome[], returned: readonly string[]): Promise<void> {
    const statements = []
    if (outcomes.length > 0) statements.push({ text: sql.record, values: [this.context.owner, ...columns(outcomes)] })
    if (returned.length > 0) statements.push({ text: sql.release, values: [returned, this.context.owner] })
    if (statements.length === 0) return
    const session = await this.context.database.session()
    let broken = true
    try {
      await session.commit(statements, true)
      broken = false
    } finally {
      session.release(broken)
    }
  }

  /** Records since when webhooks have been failing, and picks those to disable. */
  private async judgeWebhooks(outcomes: readonly Outcome[]): Promise<void> {
    const good = new Set(outcomes.filter(({ verdict }) => verdict.kind === 'delivered').map((one) => one.webhookId))
    const bad = new Set(outcomes.map((one) => one.webhookId).filter((id) => !good.has(id)))
    if (good.size > 0) await this.context.database.execute(sql.succeeded, [[...good].sort()])
    if (bad.size === 0) return
    const ids = [...bad].sort()
    await this.context.database.execute(sql.failed, [ids])
    const rows = await this.context.database.query<{ id: string; first_failure_at: Date | null; now: Date }>(
      sql.failingSince,
      [ids],
    )
    const failing = rows.filter(({ first_failure_at, now }) => isFailing(first_failure_at, now))
    if (failing.length === 0) return
    await this.context.clock.whenTrusted(async () => {
      for (const { id } of failing) if (!this.toDisable.has(id)) this.toDisable.set(id, 'failing')
    })
  }

  private async disable(): Promise<void> {
    if (this.toDisable.size === 0) return
    const { database, onDisabled, logger } = this.context
    const toDisable = [...this.toDisable]
    const values = [toDisable.map(([id]) => id), toDisable.map(([, reason]) => reason)]
    const disabled = await database.transaction(async (tx) => {
      const rows = await tx.query<sql.DisabledRow>(sql.disable, values)
      for (const row of rows) {
        await tx.execute(cancelSome, [row.id, cancelledAtOnce])
        await onDisabled(tx, row)
      }
      return rows
    })
    for (const [id] of toDisable) this.toDisable.delete(id)
    for (const { id, disabled_reason } of disabled) {
      logger.warn({ webhook: id, reason: disabled_reason }, 'webhook disabled')
    }
  }
}

const states = {
  retry: deliveryState.waiting,
  delivered: deliveryState.delivered,
  failed: deliveryState.failed,
} as const

function columns(outcomes: readonly Outcome[]): Buffer[] {
  const of = <Value>(column: (outcome: Outcome) => Value) => outcomes.map(column)
  return [
    uuidArray(of(({ deliveryId }) => deliveryId)),
    smallintArray(of(({ verdict }) => states[verdict.kind])),
    integerArray(of(({ verdict }) => (verdict.kind === 'retry' ? Math.round(verdict.afterMs) : 0))),
    timestampArray(of(({ at }) => at)),
    integerArray(of(({ attempt }) => attempt.durationMs)),
    textArray(of(({ attempt }) => attempt.address)),
    textArray(of(({ attempt }) => attempt.requestHead)),
    smallintArray(of(({ attempt }) => attempt.status)),
    textArray(of(({ attempt }) => attempt.responseHead)),
    textArray(of(({ attempt }) => attempt.responseBody)),
    textArray(of(({ attempt }) => attempt.failure?.words ?? null)),
    textArray(of(({ attempt }) => attempt.failure?.code ?? null)),
  ]
}
