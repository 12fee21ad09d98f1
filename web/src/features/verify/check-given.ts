import {
  type FileStart,
  type FolderComparison,
  fromHex,
  type KnownBlock,
  type ManifestFinding,
  toHex,
} from '@tallystick/proof'
import { network } from '../../base/network.js'
import { anchorsOf, type DocumentFinding } from '../../checking/anchors.js'
import { startOf } from '../../checking/file-start.js'
import { hashIn, textIn } from '../../checking/hash-in.js'
import { type Algorithm, hashFile } from '../../hashing/hash-file.js'
import { ask } from './checking/checker.js'
import { checkFolder } from './folder/check-folder.js'
import { codeOfHash, publicProof, Unreachable } from './lookup.js'
import type { ManyResult } from './many/check-many.js'
import { loadManyCheck } from './many/load.js'
import type { ReadProgress } from './read-files.js'
import { areFolder, type Evidence, type Given } from './sort-files.js'

/** The finding on evidence. `digest`: of the document, hex; null without one. */
interface Judged {
  finding: DocumentFinding
  digest: string | null
  /** The document that it begins with. */
  start: FileStart | undefined
  evidence: Evidence
}

/** Progress and result of a check. */
export type CheckState =
  | { step: 'idle' }
  | { step: 'hashing'; name: string; size: number; bytes: number; startedAt: number }
  | ({ step: 'comparing'; startedAt: number } & ReadProgress)
  | { step: 'reading' }
  | { step: 'looking' }
  | ({ step: 'judged'; document: File | null } & Judged)
  | {
      step: 'folder'
      finding: ManifestFinding
      comparison: FolderComparison | null
      evidence: Evidence & { file: File }
    }
  | {
      step: 'unknown'
      /** `copy`: public is a stamp whose original the document is, but its proof doesn't open the details that say so. */
      what: 'document' | 'code' | 'offline' | 'copy'
      document: File | null
      code: string | null
      digest: string | null
    }
  | { step: 'many'; result: ManyResult }
  | { step: 'failed'; error: unknown }

/** Whether a check is running. */
export function isBusy({ step }: CheckState): boolean {
  return step === 'reading' || step === 'hashing' || step === 'comparing' || step === 'looking'
}

const algorithms: Record<number, Algorithm> = { 64: 'sha256', 96: 'sha384', 128: 'sha512' }
/** Larger documents not found by SHA-256 are not tried with the rarer hashes. */
const retryBytesMax = 64 * 1024 * 1024
/** A check; the next one aborts it. */
export interface Run {
  signal: AbortSignal
  show(state: CheckState): void
}

/**
 * Checks a document and its proof, either of them alone, or a folder and its manifest.
 *
 * @param known blocks that the visitor had this evidence compared with
 */
export async function check(
  { documents, evidence, areMany }: Given,
  known: readonly KnownBlock[],
  run: Run,
): Promise<CheckState> {
  if (areMany) return checkAll(documents, run)
  const [document = null] = documents
  if (evidence?.form === 'manifest' && (document === null || areFolder(documents)))
    return checkManifest(documents, evidence, known, run)
  if (evidence) return checkEvidence(evidence, document, known, run)
  return document ? lookUp(document, run) : { step: 'idle' }
}

async function checkAll(files: readonly File[], run: Run): Promise<CheckState> {
  run.show({ step: 'reading' })
  const { checkMany } = await loadManyCheck()
  const startedAt = performance.now()
  const show = (progress: ReadProgress) => run.show({ step: 'comparing', startedAt, ...progress })
  return { step: 'many', result: await checkMany(files, run.signal, show) }
}

async function checkManifest(
  documents: File[],
  evidence: Evidence & { file: File },
  known: readonly KnownBlock[],
  run: Run,
): Promise<CheckState> {
  run.show({ step: 'reading' })
  const finding = await judged({ evidence, digest: null, known })
  if (finding.about !== 'manifest')
    return { step: 'judged', finding, digest: null, start: undefined, document: null, evidence }
  if (finding.manifest === undefined || finding.outcome === 'refused' || documents.length === 0)
    return { step: 'folder', finding, comparison: null, evidence }
  const startedAt = performance.now()
  const show = (progress: ReadProgress) => run.show({ step: 'comparing', startedAt, ...progress })
  const given = { recorded: finding.manifest.files, own: evidence.file }
  const comparison = await checkFolder(documents, given, run.signal, show)
  return { step: 'folder', finding, comparison, evidence }
}

async function checkEvidence(
  evidence: Evidence,
  document: File | null,
  known: readonly KnownBlock[],
  run: Run,
): Promise<CheckState> {
  const expected = 'json' in evidence ? hashIn(evidence.json) : ''
  const judged = await judgedDocument(evidence, document, await digestsOf(document, expected, run), known)
  const whole = isNamedOnly(judged.finding) ? await withPublicProof(judged) : null
  return { step: 'judged', document, ...(whole ?? judged) }
}

/** Whether the evidence is an .ots file: sound, but without transaction and block. */
function isNamedOnly({ about, outcome }: DocumentFinding): boolean {
  return about === 'ots' && outcome !== 'refused'
}

function judged({
  evidence,
  digest,
  start,
  name,
  known = [],
}: {
  evidence: Evidence
  digest: string | null
  start?: FileStart | undefined
  name?: string
  known?: readonly KnownBlock[]
}) {
  const given = { ...(start && { start }), ...(name !== undefined && { name }) }
  return ask('judge', { evidence, digest, known, now: Date.now(), ...given })
}

async function judgedDocument(
  evidence: Evidence,
  document: File | null,
  { digest, start }: Pick<Judged, 'digest' | 'start'>,
  known: readonly KnownBlock[] = [],
): Promise<Judged> {
  const finding = await judged({ evidence, digest, start, known, ...(document && { name: document.name }) })
  if (finding.about === 'manifest') throw new Error('a manifest needs something to compare')
  return { finding, digest, start, evidence }
}

/** Judges what was checked once more, by blocks that someone else knows. Files are not read again. */
export async function confirmBy(known: readonly KnownBlock[], state: CheckState, run: Run): Promise<CheckState> {
  if (state.step === 'many') {
    run.show({ step: 'reading' })
    const { confirmMany } = await loadManyCheck()
    return { step: 'many', result: await confirmMany(state.result, known, run.signal) }
  }
  if (state.step === 'judged')
    return { ...state, ...(await judgedDocument(state.evidence, state.document, state, known)) }
  if (state.step === 'folder') {
    const finding = await judged({ evidence: state.evidence, digest: null, known })
    return finding.about === 'manifest' ? { ...state, finding } : state
  }
  return state
}

/**
 * An .ots file only names its transaction and block. If this service has a public proof of the same fingerprint in the same
 * transaction, uses that; null if it has none or cannot be reached.
 */
async function withPublicProof({ finding, ...digests }: Judged): Promise<Judged | null> {
  const [anchor] = anchorsOf(finding)
  const hash = finding.about === 'ots' ? finding.digest : undefined
  if (hash === undefined || anchor?.chain !== network.chain) return null
  try {
    const code = await codeOfHash(hash)
    const json = code && (await publicProof(code))
    if (!json) return null
    const whole = await judgedDocument({ form: 'json', json, file: null }, null, digests)
    const isSame = whole.finding.about === 'proof' && whole.finding.proof?.hash === hash
    const isThere = anchorsOf(whole.finding).some(({ transactionId }) => transactionId === anchor.transactionId)
    return isSame && isThere ? whole : null
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
      if (!isAbout(json, digest)) return { ...unknown, what: 'copy', code, digest }
      const start = await startLike(document, digest, run)
      const judged = await judgedDocument({ form: 'json', json, file: null }, document, { digest, start })
      return { step: 'judged', document, ...judged }
    } catch (error) {
      if (error instanceof Unreachable) return { ...unknown, what: 'offline', digest }
      throw error
    }
  }
  return (await byOriginal(document, first ?? '', run)) ?? { ...unknown, what: 'document', digest: first }
}

/** Whether a proof is one of a hash, or says in its details that it is of a copy of what has the hash. */
function isAbout(json: unknown, hash: string): boolean {
  const { details } = json as { details?: Record<string, unknown> }
  return hashIn(json) === hash || textIn(details, 'originalDocHash').toLowerCase() === hash
}

/** A changed copy is unknown, but the original that it begins with may not be: then says what is proven about that. */
async function byOriginal(document: File, digest: string, run: Run): Promise<CheckState | null> {
  const start = await startLike(document, digest, run)
  const code = start && (await codeOfHash(toHex(start.digest)))
  const json = code && (await publicProof(code))
  if (!json) return null
  const judged = await judgedDocument({ form: 'json', json, file: null }, document, { digest, start })
  const { failure } = judged.finding
  const isOfCopy = failure?.code === 'digest' && failure.facts.case === 'copy'
  return isOfCopy ? { step: 'judged', document, ...judged } : null
}

/** Hashes a document, and one that it begins with, with the algorithm of a given hash. */
async function digestsOf(document: File | null, hash: string, run: Run): Promise<Pick<Judged, 'digest' | 'start'>> {
  if (document === null) return { digest: null, start: undefined }
  return { digest: await digestLike(document, hash, run), start: await startLike(document, hash, run) }
}

function startLike(document: File, hash: string, { signal }: Run): Promise<FileStart | undefined> {
  const algorithm = algorithms[hash.length] ?? 'sha256'
  return startOf(document, async (part) => fromHex(await hashFile(part, { algorithm, signal })))
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
