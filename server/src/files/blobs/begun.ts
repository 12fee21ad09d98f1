/**
 * An iteration whose first step is taken, so that an error of it comes before anything depends on it. Closing it closes the rest, also
 * before its first step was handed on: a generator would not run its end then.
 */
export class Begun<T> implements AsyncIterableIterator<T, void, undefined> {
  private first: IteratorResult<T, void> | null
  private readonly rest: AsyncGenerator<T, void, undefined>

  constructor(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void, undefined>) {
    this.first = first
    this.rest = rest
  }

  async next(): Promise<IteratorResult<T, void>> {
    const { first } = this
    this.first = null
    return first ?? this.rest.next()
  }

  return(): Promise<IteratorResult<T, void>> {
    this.first = null
    return this.rest.return()
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
