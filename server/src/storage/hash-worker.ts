import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** What a hashing thread is told: bytes of a content, or its end. The memory is shared, so nothing is copied. */
export type HashOrder =
  | { id: number; memory: SharedArrayBuffer; length: number }
  | { id: number; finish: 'digest' | 'forget' }

/** What it answers, once for each order: that the memory has been read, or that it is done with the content. */
export interface HashAnswer {
  id: number
  isLast: boolean
  digest?: Uint8Array
}

const running = new Map<number, Hash>()

parentPort?.on('message', (order: HashOrder) => {
  const hash = running.get(order.id) ?? createHash('sha256')
  if ('memory' in order) {
    running.set(order.id, hash.update(new Uint8Array(order.memory, 0, order.length)))
    parentPort?.postMessage({ id: order.id, isLast: false } satisfies HashAnswer)
    return
  }
  running.delete(order.id)
  const digest = order.finish === 'digest' ? { digest: hash.digest() } : {}
  parentPort?.postMessage({ id: order.id, isLast: true, ...digest } satisfies HashAnswer)
})
