import type {
  ArchiveEntry,
  Evidence,
  ExpectedFile,
  Finding,
  FolderComparison,
  FolderEntry,
  ProofBrief,
} from '@tallystick/proof'
import type { Given } from '../../../checking/judge-evidence.js'

/** Evidence in a file. A manifest can be large, and what exceeds the limits of its format is unreadable: both are read when judged. */
export type Carried = Exclude<Evidence, { form: 'manifest' }> | { form: 'manifest' } | { form: 'unreadable' }

/** Evidence that the worker can judge: {@link Carried}, with the file where it has to be read. */
type Judgeable =
  | Exclude<Evidence, { form: 'manifest' }>
  | { form: 'manifest'; file: File }
  | { form: 'unreadable'; file: File }

/** Jobs of the worker, with the question and the answer of each kind. */
export interface Jobs {
  /** Evidence carried by a file; null for a document. */
  read: { ask: { file: File }; answer: Carried | null }
  /** A file as JSON; undefined if it is not JSON. */
  json: { ask: { file: File }; answer: unknown }
  /** `digest`: of the document, hex; null without one. Then a manifest is judged as a whole. */
  judge: { ask: { evidence: Judgeable; digest: string | null } & Omit<Given, 'digest'>; answer: Finding }
  /** Several readings of the same paths (with or without the folder's own name); the best match wins. */
  compare: { ask: { files: ExpectedFile[]; found: FolderEntry[][] }; answer: FolderComparison }
  /** The files of an archive; null when the file is none. */
  entries: { ask: { file: File }; answer: ArchiveEntry[] | null }
  /** The findings on all proofs in a file, each as if its document were there; none for a document. */
  briefs: { ask: { from: ProofPlace } & Omit<Given, 'digest' | 'name'>; answer: ProofBrief[] }
}

/** Where proofs are: in a file, in a file of an archive, or in an answer of the service. */
export type ProofPlace = { file: File } | { file: File; entry: ArchiveEntry } | { json: unknown }

type Kind = keyof Jobs
export type Job<K extends Kind = Kind> = { [Each in K]: { id: number; kind: Each } & Jobs[Each]['ask'] }[K]
export type Reply = { id: number; answer: unknown } | { id: number; error: string }

interface Waiting {
  resolve(answer: never): void
  reject(error: Error): void
}

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Starts the worker in advance, so that it is available offline. */
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

/** Has the worker read, judge or compare something. */
export function ask<K extends Kind>(kind: K, question: Jobs[K]['ask']): Promise<Jobs[K]['answer']> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    prepareChecking().postMessage({ id, kind, ...question } as Job<K>)
    waiting.set(id, { resolve, reject })
  })
}
