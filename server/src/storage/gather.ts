/** Pieces in one call of the system at most (IOV_MAX is 1024 on Linux and macOS). */
const piecesMax = 1024

/** A source that lets us wait so long is slow: what has been gathered goes on, so that no memory waits with it. */
const idleMs = 100

/**
 * Gathers the pieces of a source into batches of at least `bytesMin`, the last one (and those of a slow source) less, without copying them. Ends the source
 * when it is not read to its end; one that hangs is left to end by itself.
 *
 * @throws what the source throws, and the signal's reason as soon as it is aborted, also while the source lets us wait
 */
export async function* gather(
  source: AsyncIterable<Uint8Array>,
  bytesMin: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array[], void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  let interrupt: (reason: unknown) => void = () => undefined
  const onAbort = () => interrupt(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  // One promise a piece: racing each against one that lives as long as the upload would keep all of them in memory.
  const next = () =>
    new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
      interrupt = reject
      if (signal?.aborted) reject(signal.reason)
      else iterator.next().then(resolve, reject)
    })
  let ended = false
  try {
    let batch: Uint8Array[] = []
    let bytes = 0
    for (;;) {
      const coming = next()
      if (bytes > 0 && (await isSlow(coming))) {
        yield batch
        batch = []
        bytes = 0
      }
      const piece = await coming
      if (piece.done) break
      if (piece.value.length === 0) continue
      batch.push(piece.value)
      bytes += piece.value.length
      if (bytes < bytesMin && batch.length < piecesMax) continue
      yield batch
      batch = []
      bytes = 0
    }
    ended = true
    if (batch.length > 0) yield batch
  } finally {
    signal?.removeEventListener('abort', onAbort)
    if (!ended) iterator.return?.().catch(() => undefined)
  }
}

/** False as soon as it is settled, in whichever way; true when that takes too long. */
function isSlow(coming: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, idleMs, true)
    const settled = () => {
      clearTimeout(timer)
      resolve(false)
    }
    coming.then(settled, settled)
  })
}
