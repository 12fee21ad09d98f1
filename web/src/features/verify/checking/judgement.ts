import type { ProofDocument } from '@tallystick/proof'

/** The stations from a document to the chain, in their order. */
export const stations = ['document', 'path', 'root', 'transaction', 'block'] as const
export type Station = (typeof stations)[number]
/**
 * `open`: nothing was found wrong, but there is nothing to look at (no file, no block yet). `named`: it is said which one it is,
 * but it is not in the proof.
 */
export type StationState = 'ok' | 'open' | 'named' | 'fail' | 'unseen'

/** What a verdict rests on, or does not prove. */
export type Ground =
  | 'compareBlock'
  | 'privateChain'
  | 'noBlock'
  | 'noFile'
  | 'noDetails'
  | 'otherNetwork'
  | 'namedOnly'
  | 'severalBlocks'
  | 'namesStated'

/**
 * Why something was refused: the document is another one, or none of the folder's; the proof is none, of a newer kind, somebody
 * else's, or contradicts itself.
 */
export type Refusal = 'document' | 'absent' | 'notProof' | 'version' | 'foreign' | 'forged'

/** Where the root is on a chain, as far as the proof says. */
export interface Place {
  chain: string
  /** The issuer's word for it; null when the proof has none. */
  network: string | null
  isPrivate: boolean
  transactionId: string
  contract?: string
  notary?: string
  blockHash?: string
  blockNumber?: number
  blockTime?: string
}

/** What is said about a proof, and about a document if there is one. */
export interface Judgement {
  /** `traced`: everything holds, but transaction and block are only named, so no time is proven. */
  outcome: 'verified' | 'waiting' | 'traced' | 'refused'
  refusal: Refusal | null
  /** What package `proof` says about a refusal, in English. */
  reason: string | null
  stations: Record<Station, StationState>
  grounds: Ground[]
  /** The whole proof, if it is one and its form is right. */
  proof: ProofDocument | null
  /** Fingerprint that the proof is about, and the root it leads to; hex. */
  hash: string | null
  root: string | null
  /** The oldest place of those in a block; else the first. */
  place: Place | null
  /** Fingerprint of the document at hand. */
  digest: string | null
}

/** The chain that this service stamps on: what is elsewhere is said to be. */
export interface HomeChain {
  chain: string
  contract: string
}
