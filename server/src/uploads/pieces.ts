/** Splits a stream of bytes into pieces of a given length. */
export class Pieces {
  private readonly source: AsyncIterator<Buffer>
  private rest: Buffer | null = null

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]()
  }

  /** Waits for the next byte. Returns false at the end of the stream. */
  async hasMore(): Promise<boolean> {
    while (!this.rest) {
      const { done, value } = await this.source.next()
      if (done) return false
      if (value.length > 0) this.rest = value
    }
    return true
  }

  /** Yields the next bytes, at most `bytesMax`; calls `onBytes` with the length of each chunk. */
  async *next(bytesMax: number, onBytes: (count: number) => void): AsyncGenerator<Buffer, void, undefined> {
    for (let left = bytesMax; left > 0 && (await this.hasMore()); ) {
      const chunk = this.rest as Buffer
      this.rest = chunk.length > left ? chunk.subarray(left) : null
      const taken = chunk.subarray(0, left)
      left -= taken.length
      onBytes(taken.length)
      yield taken
    }
  }
}
