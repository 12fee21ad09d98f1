import type { IncomingMessage } from 'node:http'
import { every, systemTimer, type Timer } from '../../base/turns/clock.js'

// Looks are counted, not time: a process that was stopped for a while must not blame its clients.
const lookMs = 5000
/** A client is too slow when it sends nothing for half a minute, or fewer bytes than this in a minute. */
const silentLooksMax = 6
const minuteLooks = 12
const bytesPerMinuteMin = 16 * 1024

/** Watches for a client that stops sending a body, except while we have paused it. Calls `onStall` once. */
export function watchForStall(
  raw: Pick<IncomingMessage, 'isPaused'>,
  onStall: () => void,
  timer: Timer = systemTimer,
): { received(bytes: number): void; stop(): void } {
  let silentLooks = 0
  let looks = 0
  let bytes = 0
  const look = () => {
    const isPaused = raw.isPaused()
    const isSilent = ++silentLooks > silentLooksMax
    const isMinuteOver = ++looks >= minuteLooks
    if (!isPaused && (isSilent || (isMinuteOver && bytes < bytesPerMinuteMin))) {
      stop()
      onStall()
    }
    if (isPaused) silentLooks = 0
    if (isPaused || isMinuteOver) {
      looks = 0
      bytes = 0
    }
  }
  const stop = every(lookMs, look, timer)
  return {
    received(count) {
      silentLooks = 0
      bytes += count
    },
    stop,
  }
}
