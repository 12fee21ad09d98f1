import {
  checkedManifest,
  confirmManifest,
  expandAnchor,
  fileOfContent,
  type ManifestDocument,
  type Outcome,
  type ProofAnchor,
  ProofError,
  proofFromManifest,
  type Source,
  verifyManifest,
} from '@tallystick/proof'
import { anchorFactsOf, groundsOf, judgeProof, refusalOf, refused } from './judge-proof.js'
import type { AnchorFacts, Ground, Judgement, Refusal, Surroundings } from './judgement.js'

/** A file as its manifest records it. */
export interface RecordedFile {
  path: string
  size: number
  /** SHA-256 in hex. */
  hash: string
  /** Time of the block that its proof rests on; null if pending. */
  recordedAt: string | null
}

/** Judgement of a manifest alone. */
export interface ManifestJudgement {
  outcome: Outcome
  /** Everyone who vouches for the blocks; empty unless confirmed. */
  sources: readonly Source[]
  refusal: Refusal | null
  reason: string | null
  /** The folder it describes; null if the manifest is unreadable. */
  folder: { name: string; createdAt: string | null; issuedAt: string } | null
  files: RecordedFile[]
  /** Number of pending files. */
  waiting: number
  /** First and last of the block times that the files' proofs rest on. */
  earliest: string | null
  latest: string | null
  /** The blocks that prove the files; one of each number and chain. */
  blocks: AnchorFacts[]
  transactions: number
  grounds: Ground[]
  /** One anchor per network. */
  anchors: AnchorFacts[]
}

/** Judges a manifest alone, without a folder. */
export function judgeManifest(json: unknown, { home, known, now }: Surroundings): ManifestJudgement {
  const verdict = confirmManifest(verifyManifest(json, { now }), known)
  const { outcome, sources, manifest, failure, waiting } = verdict
  const times = verdict.anchors.flatMap((anchor) => anchor?.blockTime ?? []).sort()
  const anchors = manifest && !failure ? anchorsOf(manifest) : []
  const facts = anchors.flat().map(anchorFactsOf)
  const networks = [...new Map(facts.map((anchor) => [`${anchor.chain} ${anchor.network}`, anchor])).values()]
  const inBlock = facts.filter(({ blockHash }) => blockHash !== undefined)
  return {
    outcome,
    sources,
    refusal: failure ? refusalOf(failure.code, json) : null,
    reason: failure?.detail ?? null,
    folder: manifest ? folderOf(manifest) : null,
    files: manifest && !failure ? filesOf(manifest, verdict.anchors) : [],
    waiting,
    earliest: times[0] ?? null,
    latest: times.at(-1) ?? null,
    blocks: [...new Map(inBlock.map((anchor) => [anchor.blockHash, anchor])).values()],
    transactions: facts.length,
    grounds: groundsOf(verdict, networks, home),
    anchors: networks,
  }
}

/** Judges a file with a known fingerprint by its folder's manifest. */
export function judgeByManifest(json: unknown, digest: string, name: string, around: Surroundings): Judgement {
  try {
    const manifest = checkedManifest(json)
    const file = fileOfContent(manifest, digest, name)
    if (!file) return refused('absent', null, { hash: null, digest })
    return judgeProof(proofFromManifest(manifest, file), digest, around)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return refused(refusalOf(error.code, json), error.message, { hash: null, digest })
  }
}

function folderOf({ folder, issuedAt }: ManifestDocument): ManifestJudgement['folder'] {
  return { name: folder.name, createdAt: folder.createdAt ?? null, issuedAt }
}

const anchorsOf = ({ batches, blocks }: ManifestDocument): ProofAnchor[][] =>
  batches.map(({ anchors }) => anchors.map((anchor) => expandAnchor(anchor, blocks)))

function filesOf({ files }: ManifestDocument, anchors: readonly (ProofAnchor | null)[]): RecordedFile[] {
  const recordedAt = (batch: number) => anchors[batch]?.blockTime ?? null
  return files.map(({ path, size, hash, batch }) => ({ path, size, hash, recordedAt: recordedAt(batch) }))
}
