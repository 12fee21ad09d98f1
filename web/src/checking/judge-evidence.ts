import {
  type CheckedToken,
  type Evidence,
  type FileStart,
  type Finding,
  judge,
  type KnownBlock,
  type ProofDocument,
  type ProofError,
  type ProofFinding,
} from '@tallystick/proof'

/** Inputs of a judgement besides the evidence. */
export interface Given {
  /** Digest of the document; undefined when there is none. */
  digest?: Uint8Array | undefined
  /** The document that it begins with, from `startOf`. */
  start?: FileStart
  /** Name of the document. */
  name?: string
  /** Blocks that someone else knows. */
  known: readonly KnownBlock[]
  /** This device's clock, in milliseconds since 1970. */
  now: number
}

/** Checks the timestamp tokens of a proof: `verifyWitnesses` of `@tallystick/proof/tsa`, which takes a library of its own. */
export type CheckTokens = (proof: ProofDocument) => Promise<CheckedToken[]>

/** Judges evidence with its timestamp tokens, as every surface does: one that is forged refuses the whole proof. */
export async function judgeEvidence(
  evidence: Evidence | ProofError,
  { digest, start, ...others }: Given,
  checkTokens: CheckTokens,
): Promise<Finding> {
  const surroundings = { ...others, ...(start && { start }) }
  const finding = judge(evidence, digest, surroundings)
  if (finding.about === 'proof' && finding.original !== undefined && start !== undefined) {
    const original = await judgeEvidence(evidence, { ...others, digest: start.digest }, checkTokens)
    return { ...finding, original: original as ProofFinding }
  }
  const proof = finding.about === 'proof' ? finding.proof : undefined
  const hasTokens = proof?.witnesses?.some(({ kind }) => kind === 'rfc3161') === true
  if (proof === undefined || !hasTokens || finding.outcome === 'refused') return finding
  return judge(evidence, digest, { ...surroundings, times: await checkTokens(proof) })
}
