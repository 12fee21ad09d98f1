/** Progress of reading files. */
export interface ReadProgress {
  files: number
  filesDone: number
  bytes: number
  bytesDone: number
}

/** More files at a time than workers, so that none idles. */
const readersMax = 8
/** Throttles progress updates. */
const progressMs = 100

/** Runs several at a time, and returns the results in order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const runner = async () => {
    // They share the iterator: each takes the next one.
    for (const [at, item] of waiting) results[at] = await run(item)
  }
  await Promise.all(Array.from({ length: readersMax }, runner))
  return results
}

/**
 * Reads files, several at a time, and returns the results in order.
 *
 * @param read gets a function to call with the bytes read so far
 */
export function readFiles<File extends { size: number }, Result>(
  files: readonly File[],
  read: (file: File, onProgress: (bytes: number) => void) => Promise<Result>,
  onProgress: (progress: ReadProgress) => void,
): Promise<Result[]> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const progress = { files: files.length, filesDone: 0, bytes, bytesDone: 0 }
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    if (performance.now() - reportedAt < progressMs) return
    reportedAt = performance.now()
    onProgress({ ...progress })
  }
  return inParallel(files, async (file) => {
    let before = 0
    const count = (now: number) => {
      progress.bytesDone += now - before
      before = now
      report()
    }
    const result = await read(file, count)
    progress.filesDone++
    count(file.size)
    return result
  })
}
