import {
  type Binding,
  type CaveatCode,
  type CheckName,
  type Finding,
  fromHex,
  isPrivateChain,
  knownChains,
  type ProofAnchor,
  type ProofErrorCode,
  type ProofFinding,
  verifyProof,
} from '@tallystick/proof'
import {
  type AnchorFacts,
  type Ground,
  isElsewhere,
  type Judgement,
  type Refusal,
  type Station,
  type StationState,
  type Surroundings,
  stations,
  unlistedCaveats,
} from './judgement.js'

const stationOf: Record<CheckName, Station> = {
  format: 'document',
  words: 'document',
  checksum: 'document',
  digest: 'document',
  commitment: 'path',
  tree: 'root',
  transaction: 'transaction',
  block: 'block',
  witness: 'block',
  chain: 'block',
}

/** Judges a proof, and the document's fingerprint if there is one. `binding`: of the certificate that carried it. Pure. */
export function judgeProof(
  json: unknown,
  digest: string | null,
  { home, known, now }: Surroundings,
  binding?: Binding,
): Judgement {
  const given = { ...(binding && { binding }), ...(digest !== null && { digest: fromHex(digest) }) }
  const verdict = verifyProof(json, { known, now, ...given })
  const proof = verdict.proof ?? null
  const anchor = verdict.anchor ?? proof?.anchors[0]
  const facts = anchor ? anchorFactsOf(anchor) : null
  const others = proof?.anchors.filter((other) => other !== anchor).map(anchorFactsOf) ?? []
  return {
    outcome: verdict.outcome,
    sources: verdict.sources,
    refusal: verdict.failure ? refusalOf(verdict.failure.code, json) : null,
    reason: verdict.failure?.detail ?? null,
    stations: stationsOf(verdict, digest !== null),
    // The proof of a change isn't about a file.
    grounds: groundsOf(verdict, facts ? [facts] : [], home).filter(
      (ground) => ground !== 'no-file' || proof?.kind !== 'change',
    ),
    proof,
    hash: proof?.hash ?? null,
    root: proof?.root ?? null,
    anchor: facts,
    blocks: [...(facts ? [facts] : []), ...others].filter(({ blockHash }) => blockHash !== undefined),
    digest,
  }
}

function stationsOf({ checks, failure, outcome, anchor }: ProofFinding, hasFile: boolean): Judgement['stations'] {
  const failed = failure ? stations.indexOf(stationOf[failure.check]) : stations.length
  const state = (station: Station): StationState => {
    const at = stations.indexOf(station)
    if (at > failed) return 'unseen'
    if (at === failed) return 'fail'
    if (station === 'document') return hasFile ? 'ok' : 'open'
    if (station === 'block' && outcome === 'consistent') return anchor === undefined ? 'open' : 'uncompared'
    return checks.length > 0 ? 'ok' : 'unseen'
  }
  return Object.fromEntries(stations.map((station) => [station, state(station)])) as Judgement['stations']
}

/** Returns what a verdict leaves open, each once. */
export function groundsOf(
  { outcome, caveats }: Pick<Finding, 'outcome' | 'caveats'>,
  anchors: readonly AnchorFacts[],
  home: Surroundings['home'],
): Ground[] {
  if (outcome === 'refused') return []
  const elsewhere: Ground[] = anchors.some((anchor) => isElsewhere(anchor, home)) ? ['other-network'] : []
  return [...new Set([...caveats.map(({ code }) => code).filter(isGround), ...elsewhere])]
}

function isGround(code: CaveatCode): code is Exclude<Ground, 'other-network'> {
  return !unlistedCaveats.some((unlisted) => unlisted === code)
}

/** Returns the facts of an anchor. */
export function anchorFactsOf(anchor: ProofAnchor): AnchorFacts {
  const { chain, network, contract, notary, transactionId, blockHash, blockNumber, blockTime, stateProof } = anchor
  const facts = {
    chain,
    name: nameOf(chain),
    network,
    isPrivate: isPrivateChain(anchor),
    contract,
    notary,
    transactionId,
    hasStateProof: stateProof !== undefined,
  }
  if (blockHash === undefined || blockNumber === undefined || blockTime === undefined) return facts
  return { ...facts, blockHash, blockNumber, blockTime }
}

/** Returns the name by which this page knows a chain; null for a chain with a number only. */
export function nameOf(chain: string): string | null {
  return knownChains.get(chain)?.name ?? null
}

/** Classifies why a proof or a manifest was refused. */
export function refusalOf(code: ProofErrorCode, json: unknown): Refusal {
  if (code === 'digest') return 'document'
  if (code === 'malformed') return 'notProof'
  if (code === 'words') return 'words'
  if (code === 'block') return 'block'
  if (code === 'block-time') return 'time'
  if (code !== 'unsupported') return 'forged'
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : null
  return format === 'tallystick-proof' || format === 'tallystick-manifest' ? 'version' : 'notProof'
}

/** Returns a refusal made before any check passed. */
export function refused(
  refusal: Refusal,
  reason: string | null,
  { hash, digest }: Pick<Judgement, 'hash' | 'digest'>,
): Judgement {
  const stations = { document: 'fail', path: 'unseen', root: 'unseen', transaction: 'unseen', block: 'unseen' } as const
  const nothing = { sources: [], grounds: [], proof: null, root: null, anchor: null, blocks: [] }
  return { outcome: 'refused', refusal, reason, stations, hash, digest, ...nothing }
}
