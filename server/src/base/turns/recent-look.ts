import { type Clock, systemClock } from './clock.js'

/** Looks within this time share one. */
const goodForMs = 2000

/** Shares a look that costs something, such as requests to a node that charges for them, among all who ask within two seconds. */
export class RecentLook<Found> {
  private readonly look: () => Promise<Found>
  private readonly clock: Pick<Clock, 'elapsed'>
  private last: { atMs: number; found: Promise<Found> } | null = null

  constructor(look: () => Promise<Found>, clock: Pick<Clock, 'elapsed'> = systemClock) {
    this.look = look
    this.clock = clock
  }

  /** Returns what the last look found, or looks. A failure is shared by those who wait for it, and by no one later. */
  read(): Promise<Found> {
    const atMs = this.clock.elapsed()
    if (this.last && atMs - this.last.atMs < goodForMs) return this.last.found
    const found = this.look()
    this.last = { atMs, found }
    found.catch(() => {
      this.last = null
    })
    return found
  }
}
