import { createHash, type Hash } from 'node:crypto'
import { answer } from '../../base/thread.js'

const running = new Map<number, Hash>()

const methods = {
  /** Hashes further bytes of a content. The memory is shared, so nothing is copied. */
  update(id: number, memory: SharedArrayBuffer, length: number): void {
    const hash = running.get(id) ?? createHash('sha256')
    running.set(id, hash.update(new Uint8Array(memory, 0, length)))
  },
  digest(id: number): Uint8Array {
    const hash = running.get(id) ?? createHash('sha256')
    running.delete(id)
    return hash.digest()
  },
  cancel(id: number): void {
    running.delete(id)
  },
}

/** The methods of a hashing thread, each for the content of a number. */
export type HashMethods = typeof methods

answer(methods)
