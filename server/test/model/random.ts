import { seeded } from '../../../test/tier.js'

/** Draws from the seed of the run. */
export class Random {
  private readonly next: () => number

  /** @param name distinguishes the sources of one run */
  constructor(name: string) {
    this.next = seeded(name)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** An integer of the range, both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let at = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      at -= weight
      if (at < 0) return choice
    }
    return (choices.at(-1) as readonly [number, T])[1]
  }
}
