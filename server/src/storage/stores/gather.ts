/** Maximum pieces per system call (IOV_MAX is 1024 on Linux and macOS). */
const piecesMax = 1024

/** After this pause the source counts as slow, and the batch so far is passed on so that it doesn't hold memory. */
const idleMs = 100

/**
 * Gathers the pieces of a source, without copying, into batches of at least `bytesMin`; the last batch and those of a slow source
 * are smaller. Closes the source when reading stops early, without waiting for a source that hangs.
 *
 * @throws the source's error, or the signal's reason as soon as it is aborted, even while the source hangs
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
  // One promise per piece: racing them all against one long-lived abort promise would keep every one of them in memory.
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

/** Resolves with false once the promise settles either way, or with true when that takes too long. */
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
