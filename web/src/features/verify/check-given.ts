import type { FolderComparison, KnownBlock } from '@tallystick/proof'
import { network } from '../../base/network.js'
import { type Algorithm, hashFile } from '../../hashing/hash-file.js'
import { ask } from './checking/checker.js'
import type { ManifestJudgement } from './checking/judge-manifest.js'
import type { Judgement, Surroundings } from './checking/judgement.js'
import { checkFolder, type FolderProgress } from './folder/check-folder.js'
import { codeOfHash, publicProof, Unreachable } from './lookup.js'
import { areFolder, type Evidence, type Given, hashIn } from './sort-files.js'

/** Progress and result of a check. */
export type CheckState =
  | { step: 'idle' }
  | { step: 'hashing'; name: string; size: number; bytes: number; startedAt: number }
  | ({ step: 'comparing'; startedAt: number } & FolderProgress)
  | { step: 'reading' }
  | { step: 'looking' }
  | { step: 'judged'; judgement: Judgement; document: File | null; evidence: Evidence }
  | { step: 'folder'; manifest: ManifestJudgement; comparison: FolderComparison | null; evidence: Evidence }
  | {
      step: 'unknown'
      what: 'document' | 'code' | 'offline'
      document: File | null
      code: string | null
      digest: string | null
    }
  | { step: 'stray'; files: number }
  | { step: 'failed'; error: unknown }

/** Whether a check is running. */
export function isBusy({ step }: CheckState): boolean {
  return step === 'reading' || step === 'hashing' || step === 'comparing' || step === 'looking'
}

const algorithms: Record<number, Algorithm> = { 64: 'sha256', 96: 'sha384', 128: 'sha512' }
/** Nothing is known about blocks until the visitor has them compared. */
const surroundings = (known: readonly KnownBlock[] = []): Surroundings => ({ home: network, known, now: Date.now() })
/** Larger documents not found by SHA-256 are not tried with the rarer hashes. */
const retryBytesMax = 64 * 1024 * 1024
/** A check; the next one aborts it. */
export interface Run {
  signal: AbortSignal
  show(state: CheckState): void
}

/** Checks a document and its proof, either of them alone, or a folder and its manifest. */
export async function check({ documents, evidence }: Given, run: Run): Promise<CheckState> {
  const [document = null] = documents
  if (evidence?.form === 'manifest' && (document === null || areFolder(documents)))
    return checkManifest(documents, evidence, run)
  if (areFolder(documents)) return { step: 'stray', files: documents.length }
  if (evidence) return checkEvidence(evidence, document, run)
  return document ? lookUp(document, run) : { step: 'idle' }
}

async function checkManifest(documents: File[], evidence: Evidence, run: Run): Promise<CheckState> {
  const own = evidence.file
  if (!own) return { step: 'idle' }
  run.show({ step: 'reading' })
  const manifest = await ask('manifest', { file: own, around: surroundings() })
  if (manifest.outcome === 'refused' || documents.length === 0) {
    return { step: 'folder', manifest, comparison: null, evidence }
  }
  const startedAt = performance.now()
  const show = (progress: FolderProgress) => run.show({ step: 'comparing', startedAt, ...progress })
  const comparison = await checkFolder(documents, { manifest, own }, run.signal, show)
  return { step: 'folder', manifest, comparison, evidence }
}

async function checkEvidence(evidence: Evidence, document: File | null, run: Run): Promise<CheckState> {
  const expected = 'json' in evidence ? hashIn(evidence.json) : ''
  const digest = document ? await digestLike(document, expected, run) : null
  const judgement = await judgementOf(evidence, document, digest)
  const whole = isNamedOnly(judgement) ? await withPublicProof(judgement, digest) : null
  return { step: 'judged', document, ...(whole ?? { judgement, evidence }) }
}

/** Whether the evidence is an .ots file: sound, but without transaction and block. */
export function isNamedOnly({ grounds }: Judgement): boolean {
  return grounds.includes('named-only')
}

async function judgementOf(
  evidence: Evidence,
  document: File | null,
  digest: string | null,
  known: readonly KnownBlock[] = [],
): Promise<Judgement> {
  const around = surroundings(known)
  if (evidence.form === 'ots') return ask('ots', { bytes: evidence.bytes, digest, around })
  if (evidence.form === 'refused') return ask('refused', { reason: evidence.reason, digest })
  if (evidence.form !== 'manifest') {
    const bound = 'binding' in evidence ? { binding: evidence.binding } : {}
    return ask('proof', { json: evidence.json, digest, around, ...bound })
  }
  if (!document || !evidence.file || digest === null) throw new Error('a manifest needs something to compare')
  return ask('member', { manifest: evidence.file, digest, name: document.name, around })
}

/** Judges what was checked once more, by blocks that somebody else knows. Files are not read again. */
export async function confirmBy(known: readonly KnownBlock[], state: CheckState): Promise<CheckState> {
  if (state.step === 'judged') {
    const { evidence, document, judgement } = state
    return { ...state, judgement: await judgementOf(evidence, document, judgement.digest, known) }
  }
  if (state.step === 'folder' && state.evidence.file) {
    const manifest = await ask('manifest', { file: state.evidence.file, around: surroundings(known) })
    return { ...state, manifest }
  }
  return state
}

/**
 * An .ots file only names its transaction and block. If this service has a public proof of the same fingerprint in the same
 * transaction, uses that; null if it has none or cannot be reached.
 */
async function withPublicProof(
  { hash, root, anchor }: Judgement,
  digest: string | null,
): Promise<{ judgement: Judgement; evidence: Evidence } | null> {
  if (hash === null || anchor?.chain !== network.chain) return null
  try {
    const code = await codeOfHash(hash)
    const json = code && (await publicProof(code))
    if (!json) return null
    const judgement = await ask('proof', { json, digest, around: surroundings() })
    const isSame = judgement.root === root && judgement.anchor?.transactionId === anchor.transactionId
    if (!isSame || judgement.outcome === 'refused') return null
    return { judgement, evidence: { form: 'json', json, file: null } }
  } catch {
    return null
  }
}

/** Looks up a public stamp or file of the document. */
async function lookUp(document: File, run: Run): Promise<CheckState> {
  const tried = document.size > retryBytesMax ? (['sha256'] as const) : (['sha256', 'sha384', 'sha512'] as const)
  const unknown = { step: 'unknown', document, code: null } as const
  let first: string | null = null
  for (const algorithm of tried) {
    const digest = await digestOf(document, algorithm, run)
    first ??= digest
    try {
      const code = await codeOfHash(digest)
      const json = code && (await publicProof(code))
      if (!json) continue
      const judgement = await ask('proof', { json, digest, around: surroundings() })
      return { step: 'judged', judgement, document, evidence: { form: 'json', json, file: null } }
    } catch (error) {
      if (error instanceof Unreachable) return { ...unknown, what: 'offline', digest }
      throw error
    }
  }
  return { ...unknown, what: 'document', digest: first }
}

/** Hashes a document with the algorithm of a given hash. */
export function digestLike(document: File, hash: string, run: Run): Promise<string> {
  return digestOf(document, algorithms[hash.length] ?? 'sha256', run)
}

function digestOf(document: File, algorithm: Algorithm, { signal, show }: Run): Promise<string> {
  const startedAt = performance.now()
  const onProgress = (bytes: number) =>
    show({ step: 'hashing', name: document.name, size: document.size, bytes, startedAt })
  onProgress(0)
  return hashFile(document, { algorithm, signal, onProgress })
}
