import type { Kind, Order, Orders, Reply } from './orders.js'

interface Waiting {
  resolve(answer: never): void
  reject(error: Error): void
}

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Has the worker ready, so that it is there when the network is cut. */
export function prepareChecking(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.reject(new Error(data.error))
    else asked?.resolve(data.answer as never)
  }
  worker.onerror = () => {
    worker = null
    for (const { reject } of waiting.values()) reject(new Error('the file could not be checked'))
    waiting.clear()
  }
  return worker
}

/** Has something read, judged or compared, beside the page. */
export function ask<K extends Kind>(kind: K, question: Orders[K]['ask']): Promise<Orders[K]['answer']> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    prepareChecking().postMessage({ id, kind, ...question } as Order<K>)
  })
}
