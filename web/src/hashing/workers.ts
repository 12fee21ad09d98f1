/** Files up to this size are hashed in one piece. The browser copies the piece: with the page, they take 600 MB at most. */
export const wholeBytesMax = 224 * 1024 * 1024
/** Bytes of several files that are hashed at the same time. Those of the files before them may not be released yet. */
const heldBytesMax = 96 * 1024 * 1024
/** One reads while another hashes, even on two cores; with more, one core stays free for the page. */
const workersMax = Math.max(2, Math.min(4, navigator.hardwareConcurrency - 1))
/** Chromium fully releases the memory of file streams only with their worker. After some 1,500 files reads stall. */
const filesPerWorker = 200
/** Pieces that were hashed are garbage, which browsers let pile up for a gigabyte. It goes with the worker. */
const bytesPerWorker = 96 * 1024 * 1024

/** A worker that hashes one file. One of the two has to be called when it is done. */
interface Taken {
  worker: Worker
  giveBack(): void
  /** Terminates it in the middle of its file. */
  discard(): void
}

interface Waiting {
  bytes: number
  go(worker: Worker): void
}

const read = new WeakMap<Worker, { files: number; bytes: number }>()
const idle: Worker[] = []
const waiting: Waiting[] = []
let started = 0
/** Bytes that the files at work hold. Never above {@link heldBytesMax}, but for a single file. */
let held = 0

function start(): Worker {
  started++
  return new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
}

/** Starts a worker in advance, so that hashing works offline. */
export function prepareHashing(): void {
  if (started === 0) idle.push(start())
}

/**
 * Waits for a worker, and for room in memory. Files go in the order in which they asked.
 *
 * @param bytes held while the file is hashed; 0 when it is read as a stream
 * @throws {DOMException} `AbortError` when `signal` aborts before
 */
export function takeWorker(bytes: number, signal: AbortSignal | undefined): Promise<Taken> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const leave = () => {
      waiting.splice(waiting.indexOf(asking), 1)
      reject(signal?.reason)
      advance()
    }
    const asking: Waiting = {
      bytes,
      go: (worker) => {
        signal?.removeEventListener('abort', leave)
        held += bytes
        resolve({
          worker,
          giveBack: () => end(bytes, () => keep(worker, bytes)),
          discard: () => end(bytes, () => stop(worker)),
        })
      },
    }
    signal?.addEventListener('abort', leave, { once: true })
    waiting.push(asking)
    advance()
  })
}

function end(bytes: number, leave: () => void): void {
  held -= bytes
  leave()
  advance()
}

function keep(worker: Worker, bytes: number): void {
  const before = read.get(worker) ?? { files: 0, bytes: 0 }
  const now = { files: before.files + 1, bytes: before.bytes + bytes }
  read.set(worker, now)
  if (now.files < filesPerWorker && now.bytes < bytesPerWorker) idle.push(worker)
  else stop(worker)
}

function stop(worker: Worker): void {
  worker.terminate()
  started--
}

/** Gives out workers as long as there are some, and room. */
function advance(): void {
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    if (held > 0 && held + next.bytes > heldBytesMax) return
    const worker = idle.pop() ?? (started < workersMax ? start() : undefined)
    if (worker === undefined) return
    waiting.shift()
    next.go(worker)
  }
}
