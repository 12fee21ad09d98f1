import type { IncomingMessage } from 'node:http'

/** A client is cut off after this long without data, or when it sends less than the minimum in a minute of waiting. */
const silenceMs = 30_000
const minuteMs = 60_000
const bytesAMinuteMin = 16 * 1024

/**
 * The body of a request. Ends normally, as if complete, when the connection breaks, when the client is too slow, or on
 * {@link stop}: the bytes received so far are valid and get stored.
 */
export class Incoming implements AsyncIterable<Buffer> {
  /** Ends the body instead of waiting for further bytes. */
  stop: () => void = () => undefined
  private readonly source: AsyncIterator<Buffer>
  private readonly stopped: Promise<null>

  constructor(raw: IncomingMessage) {
    // Keep the connection open for the answer.
    this.source = raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
    this.stopped = new Promise((resolve) => {
      this.stop = () => resolve(null)
    })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    let waitedMs = 0
    let bytes = 0
    for (;;) {
      const startMs = performance.now()
      const chunk = await this.next()
      if (!chunk) return
      waitedMs += performance.now() - startMs
      bytes += chunk.length
      yield chunk
      if (waitedMs < minuteMs) continue
      if (bytes < bytesAMinuteMin) return
      waitedMs = 0
      bytes = 0
    }
  }

  /** Waits for the next chunk. Counts only time spent waiting here, so a slow disk isn't blamed on the client. */
  private async next(): Promise<Buffer | null> {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, silenceMs, null)
    })
    const coming = this.source.next().then(
      ({ done, value }) => (done ? null : value),
      () => null,
    )
    const chunk = await Promise.race([coming, silence, this.stopped])
    clearTimeout(timer)
    return chunk
  }
}
