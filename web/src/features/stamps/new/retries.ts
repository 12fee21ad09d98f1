import { ServiceError } from '@tallystick/sdk'

const attemptsMax = 5
/** Longest wait between attempts; what takes longer is a refusal. */
const waitSecondsMax = 60

/** Retries failed connections and temporary errors; repeating must be harmless. Refusals are final. */
export async function withRetries<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const isRefusal = error instanceof ServiceError && error.status < 500 && error.status !== 429
      const asked = error instanceof ServiceError ? error.retryAfterS : null
      // Such as the stamps of a day: no one waits for that.
      const isLong = (asked ?? 0) > waitSecondsMax
      if (signal.aborted || isRefusal || isLong || attempt >= attemptsMax) throw error
      await sleep(Math.min(waitSecondsMax, asked ?? 2 ** (attempt - 1)) * 1000, signal)
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
