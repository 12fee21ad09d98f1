import type { IncomingMessage } from 'node:http'

/** A client that sends nothing for so long, or less than so much in a minute, is not waited for. */
const silenceMs = 30_000
const minuteMs = 60_000
const bytesAMinuteMin = 16 * 1024
const lookMs = 5000

/** Watches that a body keeps coming, as long as it is let. `onLate` is called once, when it does not. */
export function watchPace(raw: IncomingMessage, onLate: () => void): { saw(bytes: number): void; stop(): void } {
  let lastMs = performance.now()
  let minuteStartMs = lastMs
  let bytes = 0
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const isOurs = raw.isPaused()
    const isSilent = nowMs - lastMs > silenceMs
    const isMinute = nowMs - minuteStartMs >= minuteMs
    if (!isOurs && (isSilent || (isMinute && bytes < bytesAMinuteMin))) {
      clearInterval(timer)
      onLate()
    }
    if (isOurs) lastMs = nowMs
    if (isOurs || isMinute) {
      minuteStartMs = nowMs
      bytes = 0
    }
  }, lookMs)
  return {
    saw(count) {
      lastMs = performance.now()
      bytes += count
    },
    stop: () => clearInterval(timer),
  }
}
