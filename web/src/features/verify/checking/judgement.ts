import type { ProofDocument } from '@tallystick/proof'

/** Stations from a document to the chain, in order. */
export const stations = ['document', 'path', 'root', 'transaction', 'block'] as const
export type Station = (typeof stations)[number]
/** `open`: nothing wrong, but nothing to check (no file, no block yet). `named`: the proof names it without containing it. */
export type StationState = 'ok' | 'open' | 'named' | 'fail' | 'unseen'

/** A condition of a verdict, or something it does not prove. */
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
 * Reason for a refusal: a different document; a document not in the folder; not a proof; a newer format; someone else's proof; or
 * a proof that contradicts itself.
 */
export type Refusal = 'document' | 'absent' | 'notProof' | 'version' | 'foreign' | 'forged'

/** Where the root is recorded on a chain, as far as the proof says. */
export interface AnchorFacts {
  chain: string
  /** The issuer's name for the network; null if the proof has none. */
  network: string | null
  isPrivate: boolean
  transactionId: string
  contract?: string
  notary?: string
  blockHash?: string
  blockNumber?: number
  blockTime?: string
}

/** Judgement of a proof, and of a document if there is one. */
export interface Judgement {
  /** `traced`: everything holds, but transaction and block are only named, so no time is proven. */
  outcome: 'verified' | 'waiting' | 'traced' | 'refused'
  refusal: Refusal | null
  /** The refusal as package `proof` words it, in English. */
  reason: string | null
  stations: Record<Station, StationState>
  grounds: Ground[]
  /** The whole proof, if well-formed. */
  proof: ProofDocument | null
  /** The proven fingerprint and the root it leads to, in hex. */
  hash: string | null
  root: string | null
  /** The earliest anchor in a block, else the first. */
  anchor: AnchorFacts | null
  /** Fingerprint of the given document. */
  digest: string | null
}

/** The chain this service stamps on; judgements point out anchors elsewhere. */
export interface HomeChain {
  chain: string
  contract: string
}
