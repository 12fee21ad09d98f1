import type { IncomingMessage } from 'node:http'

/** A client is too slow when it sends nothing for this time, or fewer bytes than this in a minute. */
const silenceMs = 30_000
const minuteMs = 60_000
const bytesPerMinuteMin = 16 * 1024
const pollMs = 5000

/** Watches for a client that stops sending a body, except while we have paused it. Calls `onStall` once. */
export function watchForStall(
  raw: IncomingMessage,
  onStall: () => void,
): { received(bytes: number): void; stop(): void } {
  let lastMs = performance.now()
  let minuteStartMs = lastMs
  let bytes = 0
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const isPaused = raw.isPaused()
    const isSilent = nowMs - lastMs > silenceMs
    const isMinuteOver = nowMs - minuteStartMs >= minuteMs
    if (!isPaused && (isSilent || (isMinuteOver && bytes < bytesPerMinuteMin))) {
      clearInterval(timer)
      onStall()
    }
    if (isPaused) lastMs = nowMs
    if (isPaused || isMinuteOver) {
      minuteStartMs = nowMs
      bytes = 0
    }
  }, pollMs)
  return {
    received(count) {
      lastMs = performance.now()
      bytes += count
    },
    stop: () => clearInterval(timer),
  }
}
