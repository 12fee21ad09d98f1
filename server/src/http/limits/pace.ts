import type { Socket } from 'node:net'
import { takenBytes } from '../../base/internals.js'

/** Looks until a reader is judged: at one a second, longer than a short pause of a network. */
const looksMin = 10

/** How fast the reader of an answer takes it: a moving average of the bytes between two looks. */
export class Pace {
  /** Bytes of a look below which a reader is slow. */
  static readonly least = 32_768
  /** Bytes of a look, on average. */
  bytes = 0
  private looks = 0
  private taken = 0

  /** Looks at the connection. While it has taken all that there is, the service is the slow one, and the look doesn't count. */
  look(socket: Socket | null): void {
    if (!socket) return
    const before = this.taken
    this.taken = takenBytes(socket)
    if (socket.writableLength === 0) return
    this.looks++
    // The first look finds what was sent before.
    if (this.looks > 1) this.bytes += (this.taken - before - this.bytes) / Math.min(this.looks - 1, looksMin)
  }

  /** Whether the reader takes less than it must while others wait. */
  get isSlow(): boolean {
    return this.looks > looksMin && this.bytes < Pace.least
  }
}
