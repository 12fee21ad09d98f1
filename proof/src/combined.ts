import type { Caveat } from './caveats.js'
import { type Binding, wellFormed } from './certificate/binding.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import type { FoundTime, ProofCheck, ProofFinding } from './finding.js'
import type { ProofAnchor } from './format.js'
import { originalOf } from './original/original.js'
import { rootedAnchors } from './record.js'
import { refusal } from './refusal.js'
import { compareBlocks, knownAbout } from './trust/known-blocks.js'
import { type VerifyOptions, verifyProof } from './verify.js'

type Combined = { readonly proofs: readonly unknown[]; readonly binding: Binding }

/**
 * Judges a file by the first proof of it in a combined certificate.
 * @throws {@link ProofError} `digest` when the certificate has none
 */
export function judgeFileOfCombined(
  { proofs, binding }: Combined,
  digest: Uint8Array,
  options: VerifyOptions,
): ProofFinding {
  const given = toHex(digest)
  const own = proofs.find((json) => hashOf(json) === given) ?? proofs.find((json) => originalIn(json) === given)
  if (own !== undefined) return verifyProof(own, { ...options, digest, binding })
  const facts = { case: 'uncertified', given } as const
  throw new ProofError('digest', `the certificate has no proof of this content: ${given}`, undefined, facts)
}

/** Judges all proofs of a combined certificate. The weakest decides; the first that is refused refuses the certificate. */
export function judgeCombined({ proofs, binding }: Combined, options: VerifyOptions): ProofFinding {
  const findings: ProofFinding[] = []
  const { known = [] } = options
  const inBlocks: ProofAnchor[] = []
  for (const json of proofs) {
    const own = anchorsIn(json)
    const finding = verifyProof(json, { ...options, known: knownAbout(own, known), binding })
    if (finding.outcome === 'refused') return finding
    findings.push(finding)
    inBlocks.push(...own)
  }
  try {
    compareBlocks(inBlocks, known)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const nothing = { isFileCompared: false, sources: [], caveats: [] }
    return { about: 'proof', outcome: 'refused', ...nothing, ...refusal(error, 'chain', checksOfAll(findings)) }
  }
  const [only, ...others] = findings
  if (only !== undefined && others.length === 0) return only
  const outcome = (['consistent', 'stated'] as const).find((one) => findings.some((found) => found.outcome === one))
  const anchors = findings.flatMap(({ anchor }) => anchor ?? [])
  const [anchor] = anchors
  const time = outcome === 'consistent' ? undefined : timeOfAll(findings)
  return {
    about: 'proof',
    isFileCompared: false,
    outcome: outcome ?? 'confirmed',
    checks: checksOfAll(findings),
    sources: unique(findings.flatMap(({ sources }) => sources)),
    caveats: caveatsOfAll(findings),
    ...(time && { time }),
    ...(anchor && { anchor }),
    documents: {
      count: proofs.length,
      waiting: proofs.length - anchors.length,
      blocks: new Set(anchors.map(({ blockHash }) => blockHash)).size,
    },
  }
}

/** Anchors of a proof that has the right form: another is refused by its own checks. */
function anchorsIn(json: unknown): ProofAnchor[] {
  const proof = wellFormed(json)
  return proof === undefined ? [] : rootedAnchors(proof).map(({ anchor }) => anchor)
}

function originalIn(json: unknown): string | undefined {
  const proof = wellFormed(json)
  return proof && originalOf(proof)
}

function hashOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'hash' in json ? json.hash : undefined
}

/** The times of the first and the last document, if each has one. */
function timeOfAll(findings: readonly ProofFinding[]): FoundTime | undefined {
  const times = findings.flatMap(({ time }) => time ?? [])
  const [earliest, ...others] = times.map((time) => time.latest).sort()
  if (earliest === undefined || times.length < findings.length) return undefined
  const latest = others.at(-1) ?? earliest
  const clocks = unique(times.flatMap((time) => time.clocks))
  return { ...(earliest === latest ? {} : { earliest }), latest, clocks }
}

/** One check of each name: the first with the worst result. */
function checksOfAll(findings: readonly ProofFinding[]): ProofCheck[] {
  const worst = new Map<string, ProofCheck[]>()
  for (const check of findings.flatMap(({ checks }) => checks)) {
    const same = worst.get(check.name)
    if (same?.[0]?.status === check.status) same.push(check)
    else if (same === undefined || check.status === 'skip') worst.set(check.name, [check])
  }
  return [...worst.values()].map((same) => {
    const [{ name, status, detail }, others] = [same[0]!, same.length - 1]
    return { name, status, detail: others === 0 ? detail : `${detail} (and ${others} more)` }
  })
}

/** One of each kind. That no file was compared follows from the sentence about the documents. */
function caveatsOfAll(findings: readonly ProofFinding[]): Caveat[] {
  const kinds = new Map<string, Caveat>()
  for (const caveat of findings.flatMap(({ caveats }) => caveats)) {
    const kind = 'case' in caveat.facts ? `${caveat.code} ${caveat.facts.case}` : caveat.code
    if (caveat.code !== 'no-file' && !kinds.has(kind)) kinds.set(kind, caveat)
  }
  return [...kinds.values()]
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
