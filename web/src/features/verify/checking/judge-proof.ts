import {
  type CheckName,
  fromHex,
  isPrivateChain,
  type ProofAnchor,
  type ProofDocument,
  type ProofErrorCode,
  type Verdict,
  verifyProof,
} from '@tallystick/proof'
import {
  type AnchorFacts,
  type Ground,
  type HomeChain,
  type Judgement,
  type Refusal,
  type Station,
  type StationState,
  stations,
} from './judgement.js'

const stationOf: Record<CheckName, Station> = {
  format: 'document',
  checksum: 'document',
  digest: 'document',
  commitment: 'path',
  tree: 'root',
  transaction: 'transaction',
  block: 'block',
  trust: 'block',
}

/** Judges a proof, and the document's fingerprint if there is one. Pure. */
export function judgeProof(json: unknown, digest: string | null, home: HomeChain): Judgement {
  const verdict = verifyProof(json, digest === null ? {} : { digest: fromHex(digest) })
  const proof = verdict.proof ?? null
  const anchor = proof ? oldest(proof.anchors) : null
  const facts = anchor && anchorFactsOf(anchor)
  return {
    outcome: verdict.outcome === 'not-anchored' ? 'waiting' : verdict.outcome,
    refusal: verdict.failure ? refusalOf(verdict.failure.code, json) : null,
    reason: verdict.failure?.message ?? null,
    stations: stationsOf(verdict, digest !== null),
    grounds: verdict.outcome === 'refused' || !proof || !facts ? [] : groundsOf(proof, facts, digest !== null, home),
    proof,
    hash: proof?.hash ?? null,
    root: proof?.root ?? null,
    anchor: facts,
    digest,
  }
}

function stationsOf({ checks, failure, outcome }: Verdict, hasFile: boolean): Judgement['stations'] {
  const failed = failure ? stations.indexOf(stationOf[failure.check]) : stations.length
  const state = (station: Station): StationState => {
    const at = stations.indexOf(station)
    if (at > failed) return 'unseen'
    if (at === failed) return 'fail'
    if (station === 'document') return hasFile ? 'ok' : 'open'
    if (station === 'block') return outcome === 'not-anchored' ? 'open' : 'ok'
    return checks.length > 0 ? 'ok' : 'unseen'
  }
  return Object.fromEntries(stations.map((station) => [station, state(station)])) as Judgement['stations']
}

function groundsOf(proof: ProofDocument, facts: AnchorFacts, hasFile: boolean, home: HomeChain): Ground[] {
  const inBlock = facts.blockHash !== undefined
  const found: [Ground, boolean][] = [
    ['noFile', !hasFile],
    ['noBlock', !inBlock],
    ['otherNetwork', isElsewhere(facts, home)],
    ['privateChain', facts.isPrivate],
    ['compareBlock', inBlock && !facts.isPrivate],
    ['noDetails', proof.details === undefined],
  ]
  return found.filter(([, holds]) => holds).map(([ground]) => ground)
}

function oldest(anchors: readonly ProofAnchor[]): ProofAnchor | null {
  const inBlock = anchors.filter(({ blockTime }) => blockTime !== undefined)
  const byTime = inBlock.sort((a, b) => `${a.blockTime}`.localeCompare(`${b.blockTime}`))
  return byTime[0] ?? anchors[0] ?? null
}

/** Returns the facts of an anchor. */
export function anchorFactsOf(anchor: ProofAnchor): AnchorFacts {
  const { chain, network, contract, notary, transactionId, blockHash, blockNumber, blockTime } = anchor
  const facts = { chain, network, isPrivate: isPrivateChain(anchor), contract, notary, transactionId }
  if (blockHash === undefined || blockNumber === undefined || blockTime === undefined) return facts
  return { ...facts, blockHash, blockNumber, blockTime }
}

/** Whether an anchor is on another network than this service's. Private chains may share an id, but not a contract. */
export function isElsewhere({ chain, contract, isPrivate }: AnchorFacts, home: HomeChain): boolean {
  if (home.chain === '') return false
  return chain !== home.chain || (isPrivate && contract !== undefined && contract !== home.contract)
}

/** Classifies why a proof or a manifest was refused. */
export function refusalOf(code: ProofErrorCode, json: unknown): Refusal {
  if (code === 'digest') return 'document'
  if (code === 'malformed') return 'notProof'
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
  const nothing = { grounds: [], proof: null, root: null, anchor: null }
  return { outcome: 'refused', refusal, reason, stations, hash, digest, ...nothing }
}
