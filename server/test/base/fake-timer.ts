import type { Timer } from '../../src/base/turns/clock.js'

/** Timers that run out when the test lets time pass. */
export class FakeTimer {
  private elapsedMs = 0
  private readonly running = new Set<{ endsMs: number; then: () => void }>()

  /** How many timers run. */
  get count(): number {
    return this.running.size
  }

  readonly start: Timer = (ms, then) => {
    const one = { endsMs: this.elapsedMs + ms, then }
    this.running.add(one)
    return () => this.running.delete(one)
  }

  /** Lets time pass, and whatever waits for it run. */
  async pass(ms: number): Promise<void> {
    this.elapsedMs += ms
    for (const one of [...this.running].filter(({ endsMs }) => endsMs <= this.elapsedMs)) {
      this.running.delete(one)
      one.then()
    }
    await turn()
  }
}

/** Lets everything run that waits for no timer and nothing outside. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
