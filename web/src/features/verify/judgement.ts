import type { ProofAnchor, ProofDocument } from '@tallystick/proof/format'
import { isPrivateChain } from '@tallystick/proof/grounds'
import { fromHex } from '@tallystick/proof/hash'
import { type CheckName, type Verdict, verifyProof } from '@tallystick/proof/verify'

/** The stations from a document to the chain, in their order. */
export const stations = ['document', 'path', 'root', 'transaction', 'block'] as const
export type Station = (typeof stations)[number]
/** `open`: nothing was found wrong, but there is nothing to look at (no file, no block yet). */
export type StationState = 'ok' | 'open' | 'fail' | 'unseen'

/** What a verdict rests on, or does not prove. */
export type Ground = 'compareBlock' | 'privateChain' | 'noBlock' | 'noFile' | 'noDetails' | 'otherNetwork'

/** What is said about a proof, and about a document if there is one. */
export interface Judgement {
  outcome: 'verified' | 'waiting' | 'refused'
  /** Why it was refused: the document is another one, the file is no proof, or the proof contradicts itself. */
  refusal: 'document' | 'notProof' | 'version' | 'forged' | null
  /** What package `proof` says about it, in English. */
  reason: string | null
  stations: Record<Station, StationState>
  grounds: Ground[]
  proof: ProofDocument | null
  /** The anchor that is oldest, of those in a block; else the first. */
  anchor: ProofAnchor | null
  /** Hash of the document at hand. */
  digest: string | null
}

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

/**
 * Judges a proof, with the hash of the document where there is one. Pure: everything comes from what is given.
 * @param chain CAIP-2 id of the chain that this service stamps on.
 */
export function judge(json: unknown, digest: string | null, chain: string): Judgement {
  const verdict = verifyProof(json, digest === null ? {} : { digest: fromHex(digest) })
  const proof = verdict.proof ?? null
  const anchor = proof ? oldest(proof.anchors) : null
  return {
    outcome: verdict.outcome === 'not-anchored' ? 'waiting' : verdict.outcome,
    refusal: refusalOf(verdict, json),
    reason: verdict.failure?.message ?? null,
    stations: stationsOf(verdict, digest !== null),
    grounds: verdict.outcome === 'refused' || !proof || !anchor ? [] : groundsOf(proof, anchor, digest !== null, chain),
    proof,
    anchor,
    digest,
  }
}

function refusalOf({ failure }: Verdict, json: unknown): Judgement['refusal'] {
  if (!failure) return null
  if (failure.code === 'digest') return 'document'
  if (failure.code === 'malformed') return 'notProof'
  if (failure.code !== 'unsupported') return 'forged'
  const isOurs = typeof json === 'object' && json !== null && 'format' in json && json.format === 'tallystick-proof'
  return isOurs ? 'version' : 'notProof'
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

function groundsOf(proof: ProofDocument, anchor: ProofAnchor, hasFile: boolean, chain: string): Ground[] {
  const inBlock = anchor.blockHash !== undefined
  const found: [Ground, boolean][] = [
    ['noFile', !hasFile],
    ['noBlock', !inBlock],
    ['privateChain', isPrivateChain(anchor)],
    ['compareBlock', inBlock && !isPrivateChain(anchor)],
    ['otherNetwork', chain !== '' && anchor.chain !== chain],
    ['noDetails', proof.details === undefined],
  ]
  return found.filter(([, holds]) => holds).map(([ground]) => ground)
}

function oldest(anchors: readonly ProofAnchor[]): ProofAnchor | null {
  const inBlock = anchors.filter(({ blockTime }) => blockTime !== undefined)
  const byTime = inBlock.sort((a, b) => `${a.blockTime}`.localeCompare(`${b.blockTime}`))
  return byTime[0] ?? anchors[0] ?? null
}
