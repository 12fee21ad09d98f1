import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Request to a hashing thread: bytes of a content, or its end. The memory is shared, so nothing is copied. */
export type HashRequest =
  | { id: number; memory: SharedArrayBuffer; length: number }
  | { id: number; finish: 'digest' | 'cancel' }

/** Its reply to each request: the memory has been read, or the content is finished. */
export interface HashReply {
  id: number
  isLast: boolean
  digest?: Uint8Array
}

const running = new Map<number, Hash>()

parentPort?.on('message', (request: HashRequest) => {
  const hash = running.get(request.id) ?? createHash('sha256')
  if ('memory' in request) {
    running.set(request.id, hash.update(new Uint8Array(request.memory, 0, request.length)))
    parentPort?.postMessage({ id: request.id, isLast: false } satisfies HashReply)
    return
  }
  running.delete(request.id)
  const digest = request.finish === 'digest' ? { digest: hash.digest() } : {}
  parentPort?.postMessage({ id: request.id, isLast: true, ...digest } satisfies HashReply)
})
