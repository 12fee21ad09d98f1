import { eventually } from '../../../test/eventually.js'
import type { Random } from './random.js'
import type { Trace } from './trace.js'

/**
 * Fate of a call: it works; it is lost before it took effect, or after; or it is refused (by PostgreSQL, or by the node),
 * without effect. A `lie` is a false answer of a node.
 */
export type Fate = 'well' | 'before' | 'after' | 'refused' | 'lie'

/** A call of the code under test to the world outside. */
export interface Call {
  process: string
  /** Calls on the same line (a connection) keep their order. */
  line: object
  what: string
  fates: readonly Fate[]
  run(fate: Fate): unknown
  /** Whether PostgreSQL makes it wait for another transaction. */
  isBlocked?(): Promise<boolean>
}

interface Waiting extends Call {
  resolve(value: unknown): void
  reject(error: unknown): void
  /** Settles when it has run; not set before its turn. */
  done?: Promise<void>
  finished: boolean
}

/** Work that was started on a process. */
export interface Operation {
  process: string
  name: string
  settled: boolean
}

export interface TurnsOptions {
  random: Random
  trace: Trace
  fateOf(call: Call): Fate
  /** Stalled processes keep their calls for later; calls of dead ones are never answered. */
  stateOf(process: string): 'running' | 'stalled' | 'dead'
  /** Called between calls: ends the connections of those who died during one. */
  bury(): Promise<void>
}

/** A blocked call is noticed after this time. */
const blockedAfterMs = 4
/** Looks in a row in which the code under test does nothing but compute, before it is waited for. */
const looksMax = 50

/**
 * Lets the calls of all processes happen one at a time, in an order drawn from the seed: then a run repeats exactly, and any
 * interleaving can occur. Between calls the code under test runs until it waits for its next ones.
 */
export class Turns {
  private readonly options: TurnsOptions
  private readonly waiting: Waiting[] = []
  private readonly blocked = new Set<Waiting>()

  constructor(options: TurnsOptions) {
    this.options = options
  }

  /** Queues a call until its turn comes. */
  ask<T>(call: Call): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ ...call, resolve: resolve as Waiting['resolve'], reject, finished: false })
    })
  }

  /** Gives turns until every operation of a running process has settled. @throws {Error} when one of them waits for nothing */
  async drive(operations: readonly Operation[]): Promise<void> {
    let looks = 0
    const look = async () => {
      await this.settle()
      const { open, ready } = this.todo(operations)
      // The last transaction that others wait for may belong to a stalled process.
      const isOver = ready.length === 0 && open.every(({ process }) => this.isHeldUp(process))
      return (isOver || ready.length > 0) && { ready }
    }
    for (;;) {
      const found = await look()
      if (!found && ++looks < looksMax) continue
      const { ready } = found || (await eventually(`${this.namesOf(operations)} goes on`, look))
      if (ready.length === 0) return
      looks = 0
      await this.take(ready[this.options.random.below(ready.length)] as Waiting)
    }
  }

  private namesOf(operations: readonly Operation[]): string {
    return this.todo(operations)
      .open.map(({ process, name }) => `${process} ${name}`)
      .join(', ')
  }

  /** Lets the code under test run until it waits, and the database with it. */
  private async settle(): Promise<void> {
    await quiet()
    await this.unblock()
    await this.options.bury()
    this.forgetTheDead()
  }

  /** Returns the operations of running processes that have not ended, and the calls that may have their turn. */
  private todo(operations: readonly Operation[]): { open: Operation[]; ready: Waiting[] } {
    const open = operations.filter(({ process, settled }) => !settled && this.options.stateOf(process) === 'running')
    const busy = new Set([...this.blocked].map((call) => call.line))
    const ready = this.waiting.filter((call, at) => {
      if (busy.has(call.line) || this.options.stateOf(call.process) !== 'running') return false
      return this.waiting.findIndex((other) => other.line === call.line) === at
    })
    return { open, ready }
  }

  /** Whether calls of a process wait for a transaction of another one. */
  isHeldUp(process: string): boolean {
    return [...this.blocked].some((call) => call.process === process)
  }

  private async take(call: Waiting): Promise<void> {
    this.waiting.splice(this.waiting.indexOf(call), 1)
    const fate = call.fates.length > 0 ? this.options.fateOf(call) : 'well'
    this.options.trace.call(call, fate)
    const done = this.finish(call, fate)
    call.done = done
    if (!call.isBlocked) return done
    for (;;) {
      await within(blockedAfterMs, done)
      if (call.finished) return
      if (await call.isBlocked()) {
        this.options.trace.note(`${call.process} waits for another transaction: ${call.what}`)
        this.blocked.add(call)
        return
      }
    }
  }

  private async finish(call: Waiting, fate: Fate): Promise<void> {
    try {
      const value = await call.run(fate)
      if (this.options.stateOf(call.process) !== 'dead') call.resolve(value)
    } catch (error) {
      if (this.options.stateOf(call.process) !== 'dead') call.reject(error)
    }
    call.finished = true
  }

  /** Answers blocked calls whose transaction may go on, before anything else happens. */
  private async unblock(): Promise<void> {
    for (const call of this.blocked) {
      while (!call.finished && !(await call.isBlocked?.())) await within(blockedAfterMs, call.done)
      if (!call.finished) continue
      this.blocked.delete(call)
      await quiet()
    }
  }

  private forgetTheDead(): void {
    const alive = this.waiting.filter((call) => this.options.stateOf(call.process) !== 'dead')
    this.waiting.splice(0, this.waiting.length, ...alive)
  }
}

/** Lets everything run that waits for no call. */
async function quiet(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for work, but no longer than this. */
async function within(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
