/** Hash algorithms accepted for stamps. */
export type Algorithm = 'sha256' | 'sha384' | 'sha512'

export interface HashRequest {
  file: Blob
  algorithm: Algorithm
}

/** Progress, result or error. */
export type HashReply = { bytes: number } | { hash: string } | { error: string }

interface HashOptions {
  algorithm?: Algorithm
  /** Called with the bytes hashed so far. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

/** Hashing keeps a core busy; one stays free for the page. */
const workersMax = Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1))
/** Chromium fully releases the memory of file streams only with their worker. After some 1,500 files reads stall. */
const filesPerWorker = 200
const files = new WeakMap<Worker, number>()
const idle: Worker[] = []
const waiting: ((worker: Worker) => void)[] = []
let started = 0

function start(): Worker {
  started++
  return new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
}

/** Starts a worker in advance, so that hashing works offline. */
export function prepareHashing(): void {
  if (started === 0) idle.push(start())
}

function take(): Promise<Worker> {
  const free = idle.pop()
  if (free) return Promise.resolve(free)
  if (started < workersMax) return Promise.resolve(start())
  return new Promise((resolve) => waiting.push(resolve))
}

function giveBack(worker: Worker): void {
  const count = (files.get(worker) ?? 0) + 1
  files.set(worker, count)
  const next = count < filesPerWorker ? waiting.shift() : undefined
  if (count >= filesPerWorker) discard(worker)
  else if (next) next(worker)
  else idle.push(worker)
}

/** Terminates a worker that is in the middle of a file, or has read its share. */
function discard(worker: Worker): void {
  worker.terminate()
  started--
  const next = waiting.shift()
  if (next) next(start())
}

/**
 * Hashes a file in a worker and returns the hash in hex. The file stays in this browser. Files queue when there are more than
 * workers.
 *
 * @throws {Error} when the file cannot be read, for example because it changed meanwhile
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export async function hashFile(file: Blob, options: HashOptions = {}): Promise<string> {
  const { algorithm = 'sha256', onProgress, signal } = options
  signal?.throwIfAborted()
  const worker = await take()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void, keep: boolean) => {
      worker.onmessage = null
      worker.onerror = null
      signal?.removeEventListener('abort', abort)
      if (keep) giveBack(worker)
      else discard(worker)
      settle()
    }
    const abort = () => end(() => reject(signal?.reason), false)
    worker.onmessage = ({ data }: MessageEvent<HashReply>) => {
      if ('bytes' in data) onProgress?.(data.bytes)
      else if ('hash' in data) end(() => resolve(data.hash), true)
      else end(() => reject(new Error(data.error)), false)
    }
    worker.onerror = () => end(() => reject(new Error('the file could not be hashed')), false)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return abort()
    worker.postMessage({ file, algorithm } satisfies HashRequest)
  })
}
