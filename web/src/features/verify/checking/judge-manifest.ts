import {
  checkedManifest,
  expandAnchor,
  fileOfContent,
  type ManifestDocument,
  networkName,
  type ProofAnchor,
  ProofError,
  proofFromManifest,
  sha256,
  verifyManifest,
} from '@tallystick/proof'
import { anchorFactsOf, isElsewhere, judgeProof, refusalOf, refused } from './judge-proof.js'
import type { AnchorFacts, Ground, HomeChain, Judgement, Refusal } from './judgement.js'

/** A file as its manifest records it. */
export interface RecordedFile {
  path: string
  size: number
  /** SHA-256 in hex. */
  hash: string
  /** Time of the first block that proves it; null if pending. */
  recordedAt: string | null
}

/** Judgement of a manifest alone. */
export interface ManifestJudgement {
  outcome: 'verified' | 'waiting' | 'refused'
  refusal: Refusal | null
  reason: string | null
  /** The folder it describes; null if the manifest is unreadable. */
  folder: { name: string; createdAt: string | null; issuedAt: string } | null
  files: RecordedFile[]
  /** Number of pending files. */
  waiting: number
  /** First and last of the earliest block times per file. */
  earliest: string | null
  latest: string | null
  blocks: number
  transactions: number
  grounds: Ground[]
  /** One anchor per network. */
  anchors: AnchorFacts[]
}

/** Judges a manifest alone, without a folder. */
export function judgeManifest(json: unknown, home: HomeChain): ManifestJudgement {
  const verdict = verifyManifest(json, sha256)
  const { manifest, failure, waiting, earliest = null, latest = null } = verdict
  const anchors = manifest && !failure ? anchorsOf(manifest) : []
  const facts = [...new Map(anchors.flat().map((anchor) => [networkName(anchor), anchorFactsOf(anchor)])).values()]
  return {
    outcome: verdict.outcome === 'not-anchored' ? 'waiting' : verdict.outcome,
    refusal: failure ? refusalOf(failure.code, json) : null,
    reason: failure?.message ?? null,
    folder: manifest ? folderOf(manifest) : null,
    files: manifest && !failure ? filesOf(manifest, anchors) : [],
    waiting,
    earliest,
    latest,
    blocks: manifest?.blocks.length ?? 0,
    transactions: anchors.flat().length,
    grounds: failure ? [] : groundsOf(facts, manifest?.blocks.length ?? 0, home),
    anchors: facts,
  }
}

/** Judges a file with a known fingerprint by its folder's manifest. */
export function judgeByManifest(json: unknown, digest: string, name: string, home: HomeChain): Judgement {
  try {
    const manifest = checkedManifest(json)
    const file = fileOfContent(manifest, digest, name)
    if (!file) return refused('absent', null, { hash: null, digest })
    return judgeProof(proofFromManifest(manifest, file), digest, home)
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

function filesOf({ files }: ManifestDocument, anchors: ProofAnchor[][]): RecordedFile[] {
  const times = anchors.map((list) => list.flatMap(({ blockTime }) => blockTime ?? []).sort()[0] ?? null)
  return files.map(({ path, size, hash, batch }) => ({ path, size, hash, recordedAt: times[batch] ?? null }))
}

function groundsOf(facts: AnchorFacts[], blocks: number, home: HomeChain): Ground[] {
  const isPublic = facts.some(({ isPrivate, blockHash }) => !isPrivate && blockHash !== undefined)
  const found: [Ground, boolean][] = [
    ['otherNetwork', facts.some((anchor) => isElsewhere(anchor, home))],
    ['privateChain', facts.some(({ isPrivate }) => isPrivate)],
    [blocks > 1 ? 'severalBlocks' : 'compareBlock', isPublic],
    ['namesStated', facts.length > 0],
  ]
  return found.filter(([, holds]) => holds).map(([ground]) => ground)
}
