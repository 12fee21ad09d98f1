import type { ServerResponse } from 'node:http'
import { systemTimer, type Timer } from '../../base/turns/clock.js'
import { apiError, type ErrorCode } from '../errors.js'
import { FairSlots } from './fair-slots.js'
import { Pace } from './pace.js'

/** The answer of a request. */
export type SlotAnswer = Pick<ServerResponse, 'destroyed' | 'destroy' | 'once' | 'off' | 'socket'>

/** Settings of {@link Slots}. */
export interface SlotsOptions {
  /** Answers at the same time, waiting ones included: of one account, and in all. */
  limits: { account: number; all: number }
  /** The error of those for whom there is no slot. */
  refusal?: ErrorCode
  timer?: Timer
}

/** How often it is looked at whose readers are slow. */
const lookMs = 1000
/** How long an answer waits for a slot, in looks. */
const looksMax = 30

interface Holder {
  answer: SlotAnswer
  pace: Pace
}

/**
 * The answers of a kind that may be under way at the same time. When all slots are taken, accounts wait in turn, and a reader that
 * takes less than {@link Pace.least} a second loses its slot to one who waits: its answer breaks off.
 */
export class Slots {
  private readonly slots: FairSlots
  private readonly accountMax: number
  private readonly refusal: ErrorCode
  private readonly timer: Timer
  /** Answers by account, waiting ones included. */
  private readonly answers = new Map<string, number>()
  private readonly holders = new Set<Holder>()
  private isLooking = false

  constructor({ limits: { account, all }, refusal = 'rate_limited', timer = systemTimer }: SlotsOptions) {
    this.slots = new FairSlots({ allMax: all, ownerMax: account, waiting: { ownerMax: account, allMax: all } })
    this.accountMax = account
    this.refusal = refusal
    this.timer = timer
  }

  /**
   * Takes a slot until an answer ends, whole or not, once it is the account's turn.
   *
   * @throws {ApiError} 429 when there is none: the account has its share, or none became free in half a minute
   */
  async take(accountId: string, answer: SlotAnswer): Promise<void> {
    const own = this.answers.get(accountId) ?? 0
    if (own >= this.accountMax) throw apiError(this.refusal)
    this.answers.set(accountId, own + 1)
    let release: () => void
    try {
      release = await this.turn(accountId, answer)
    } catch {
      this.leave(accountId)
      throw apiError(this.refusal)
    }
    const holder = { answer, pace: new Pace() }
    const end = () => {
      this.holders.delete(holder)
      this.leave(accountId)
      release()
    }
    // The client may have left while the answer was prepared; then there is no event any more.
    if (answer.destroyed) return end()
    answer.once('close', end)
    this.holders.add(holder)
    this.look()
  }

  /** Waits for the account's turn, but no longer than its client, nor half a minute. */
  private async turn(accountId: string, answer: SlotAnswer): Promise<() => void> {
    const gone = new AbortController()
    const leave = () => gone.abort()
    answer.once('close', leave)
    const stop = this.timer(lookMs * looksMax, leave)
    try {
      return await this.slots.take(accountId, gone.signal)
    } finally {
      stop()
      answer.off('close', leave)
    }
  }

  private leave(accountId: string): void {
    const left = (this.answers.get(accountId) ?? 1) - 1
    if (left === 0) this.answers.delete(accountId)
    else this.answers.set(accountId, left)
  }

  /** While slots are scarce, looks how fast their readers are. */
  private look(): void {
    if (this.isLooking || !this.slots.isFull) return
    this.isLooking = true
    for (const { pace, answer } of this.holders) pace.look(answer.socket)
    const slow = [...this.holders].filter(({ pace }) => pace.isSlow).sort((a, b) => a.pace.bytes - b.pace.bytes)
    for (const holder of slow.slice(0, this.slots.waiting)) {
      this.holders.delete(holder)
      holder.answer.destroy()
    }
    this.timer(lookMs, () => {
      this.isLooking = false
      this.look()
    })
  }
}
