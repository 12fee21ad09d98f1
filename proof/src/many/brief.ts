import { fromHex } from '../encoding/hash.js'
import { hashForm } from '../encoding/hash-form.js'
import type { ProofError } from '../errors.js'
import type { SingleEvidence } from '../evidence.js'
import type { Finding, ManifestFinding, Outcome, ProofFinding } from '../finding.js'
import type { ProofAnchor } from '../format.js'
import type { ManifestDocument, ManifestFile } from '../manifest/document.js'
import { proofFromManifest } from '../manifest/file-proof.js'
import { nameOf } from '../manifest/path.js'
import { originalOf } from '../original/original.js'

/** The block that a brief rests on. */
export type BriefBlock = Pick<ProofAnchor, 'chain' | 'network' | 'private' | 'contract' | 'transactionId'> &
  Required<Pick<ProofAnchor, 'blockHash' | 'blockNumber' | 'blockTime'>>

/**
 * The finding on a proof without the proof itself, as if its document were there: of thousands, these fit into memory. How a document
 * relates to the original that the proof names is no part of it: that differs by document, see `Row`.
 */
export type ProofBrief = Pick<Finding, 'sources' | 'time' | 'caveats' | 'failure'> & {
  /** `waiting`: consistent, but not in a block yet. */
  readonly outcome: Outcome | 'waiting'
  /** Hash of the document, hex; absent when the proof can't be read, or is about no document. */
  readonly hash?: string
  /** Hash of the original that the document is a copy of, hex, as the proof names it. */
  readonly original?: string
  /** Name of the document, as the proof states it. */
  readonly name?: string
  readonly block?: BriefBlock
}

/** Judges evidence as `judge` does, with what else the reader knows. */
export type JudgeOne = (
  evidence: SingleEvidence | ProofError,
  digest: Uint8Array | undefined,
) => Finding | Promise<Finding>

/** Judges all proofs that evidence holds, each as if its document were there: only a manifest holds several. */
export async function briefsOf(evidence: SingleEvidence | ProofError, judgeOne: JudgeOne): Promise<ProofBrief[]> {
  if (!('form' in evidence)) return [briefOf(await judgeOne(evidence, undefined), undefined)]
  if (evidence.form === 'manifest') return briefsOfManifest(evidence, judgeOne)
  const hash = evidence.form === 'ots' ? await otsHash(evidence, judgeOne) : hashIn(evidence.json)
  return [briefOf(await judgeOne(evidence, hash === undefined ? undefined : fromHex(hash)), hash)]
}

async function otsHash(evidence: SingleEvidence, judgeOne: JudgeOne): Promise<string | undefined> {
  const finding = await judgeOne(evidence, undefined)
  return finding.about === 'ots' ? finding.digest : undefined
}

/** Everything in a batch shares its blocks, so one file of each batch is judged. */
async function briefsOfManifest(evidence: SingleEvidence, judgeOne: JudgeOne): Promise<ProofBrief[]> {
  const whole = await judgeOne(evidence, undefined)
  const { manifest } = whole as ManifestFinding
  if (whole.outcome === 'refused' || manifest === undefined) return [briefOf(whole, undefined)]
  const byBatch = new Map<number, ProofBrief>()
  for (const file of manifest.files) {
    if (!byBatch.has(file.batch)) byBatch.set(file.batch, await briefOfFile(manifest, file, judgeOne))
  }
  return manifest.files.map((file) => {
    const { original: _, ...shared } = byBatch.get(file.batch)!
    return { ...shared, hash: file.hash, name: nameOf(file.path), ...originalIn(file) }
  })
}

async function briefOfFile(manifest: ManifestDocument, file: ManifestFile, judgeOne: JudgeOne): Promise<ProofBrief> {
  const json = proofFromManifest(manifest, file)
  return briefOf(await judgeOne({ form: 'json', json }, fromHex(file.hash)), file.hash)
}

function briefOf(finding: Finding, hash: string | undefined): ProofBrief {
  const { outcome, sources, time, caveats, failure } = finding
  const name = finding.about === 'proof' ? nameIn(finding) : undefined
  const anchor = finding.about === 'proof' ? finding.anchor : undefined
  const block = anchor && blockOf(anchor)
  const proof = finding.about === 'proof' && outcome !== 'refused' ? finding.proof : undefined
  const isWaiting = finding.about === 'proof' && outcome === 'consistent' && anchor === undefined
  return {
    outcome: isWaiting ? 'waiting' : outcome,
    sources,
    ...(time && { time }),
    caveats: caveats.filter(({ code }) => code !== 'original'),
    ...(failure && { failure }),
    ...(hash !== undefined && { hash }),
    ...(proof && originalIn(proof)),
    ...(name !== undefined && { name }),
    ...(block && { block }),
  }
}

function blockOf(anchor: ProofAnchor): BriefBlock | undefined {
  const { chain, network, contract, transactionId, blockHash, blockNumber, blockTime } = anchor
  if (blockHash === undefined || blockNumber === undefined || blockTime === undefined) return undefined
  return { chain, network, private: anchor.private, contract, transactionId, blockHash, blockNumber, blockTime }
}

function originalIn(proof: Parameters<typeof originalOf>[0]): Pick<ProofBrief, 'original'> {
  const original = originalOf(proof)
  return original === undefined ? {} : { original }
}

function nameIn({ proof }: ProofFinding): string | undefined {
  const name = proof?.details?.filename ?? proof?.details?.name
  return typeof name === 'string' && name !== '' ? nameOf(name) : undefined
}

/** Returns the hash of the document that a proof is about; undefined for a change to a folder, which is no document. */
function hashIn(json: unknown): string | undefined {
  const { hash, kind } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
  const isHash = typeof hash === 'string' && hashForm.test(hash)
  return isHash && kind !== 'change' ? hash : undefined
}
