import type { ExpectedFile, FolderComparison, FolderEntry } from '@tallystick/proof'
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
  compare: { ask: { files: ExpectedFile[]; found: FolderEntry[][] }; answer: FolderComparison }
}

export type Kind = keyof Orders
export type Order<K extends Kind = Kind> = { [Each in K]: { id: number; kind: Each } & Orders[Each]['ask'] }[K]
export type Reply = { id: number; answer: unknown } | { id: number; error: string }
