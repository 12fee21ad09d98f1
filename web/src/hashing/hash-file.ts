/** The hashes that a document can be stamped by. */
export type Algorithm = 'sha256' | 'sha384' | 'sha512'

/** Hashes a file. */
export interface HashRequest {
  file: Blob
  algorithm: Algorithm
}

/** How far it has come, what came out, or why nothing did. */
export type HashReply = { bytes: number } | { hash: string } | { error: string }

interface HashOptions {
  algorithm?: Algorithm
  /** Called with the bytes done so far. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

/** Hashing takes a core each; one is left for the page. */
const workersMax = Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1))
/** Of what a stream has held Chromium frees a part only with its worker; after some 1,500 of them nothing comes any more. */
const filesPerWorker = 200
const files = new WeakMap<Worker, number>()
const idle: Worker[] = []
const waiting: ((worker: Worker) => void)[] = []
let started = 0

function start(): Worker {
  started++
  return new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
}

/** Has a worker ready, so that files can be hashed when the network is cut. */
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

/** A worker in the middle of a file is of no more use, and one that has read many neither. */
function discard(worker: Worker): void {
  worker.terminate()
  started--
  const next = waiting.shift()
  if (next) next(start())
}

/**
 * The hash of a file, in hex, made in a worker: the file stays in this browser, and the page stays usable. Files wait for each
 * other when there are more than workers.
 *
 * @throws Error when the file cannot be read (it was changed or removed meanwhile); DOMException `AbortError` when `signal` says so
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
