import type { IncomingMessage } from 'node:http'

/** A client that sends nothing for so long, or less than so much in a minute of waiting, is not waited for. */
const silenceMs = 30_000
const minuteMs = 60_000
const bytesAMinuteMin = 16 * 1024

/**
 * The body of a request. It ends like one that is whole when its connection breaks, when too little comes, or when somebody says
 * {@link stop}: what has come until then is good, and kept.
 */
export class Incoming implements AsyncIterable<Buffer> {
  /** Ends it at the next byte that is waited for. */
  stop: () => void = () => undefined
  private readonly source: AsyncIterator<Buffer>
  private readonly stopped: Promise<null>

  constructor(raw: IncomingMessage) {
    // The answer goes the same way: the connection stays.
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

  /** Only when something is wanted is it waited for, so that a slow disk is not the client's fault. */
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
