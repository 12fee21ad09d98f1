import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** A client that sends nothing for so long, or less than so much in a minute, is not waited for. */
const silenceMs = 30_000
const minuteMs = 60_000
const bytesAMinuteMin = 16 * 1024
const lookMs = 5000
/** How long a client may go on sending after it was refused, so that it gets to read why. */
const lingerMs = 2000

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

/** Takes and drops what a refused client still sends, for a moment; then its connection is closed. */
export function letGo({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.socket.destroy(), lingerMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
