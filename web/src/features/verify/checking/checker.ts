import type { Comparison, Expected, Found } from '@tallystick/proof/compare-folder'
import type { ManifestJudgement } from './judge-manifest.js'
import type { HomeChain, Judgement } from './judgement.js'
import type { Carried } from './read-evidence.js'

/** What the worker can be asked for: the question and the answer of each kind. */
export interface Orders {
  /** What a file carries. */
  read: { ask: { file: File }; answer: Carried | null }
  /** A file as JSON; undefined when it is none. */
  json: { ask: { file: File }; answer: unknown }
  proof: { ask: { json: unknown; digest: string | null; home: HomeChain }; answer: Judgement }
  ots: { ask: { bytes: Uint8Array; digest: string | null; home: HomeChain }; answer: Judgement }
  manifest: { ask: { file: File; home: HomeChain }; answer: ManifestJudgement }
  /** One file, by the manifest of its folder. */
  member: { ask: { manifest: File; digest: string; name: string; home: HomeChain }; answer: Judgement }
  /** The same findings under different names (with the folder's own name before them, or without): the best fit counts. */
  compare: { ask: { files: Expected[]; found: Found[][] }; answer: Comparison }
}

type Kind = keyof Orders
export type Order<K extends Kind = Kind> = { [Each in K]: { id: number; kind: Each } & Orders[Each]['ask'] }[K]
export type Reply = { id: number; answer: unknown } | { id: number; error: string }

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
