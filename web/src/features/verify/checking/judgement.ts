import type { CaveatCode, KnownBlock, Outcome, ProofDocument, Source } from '@tallystick/proof'

/** Stations from a document to the chain, in order. */
export const stations = ['document', 'path', 'root', 'transaction', 'block'] as const
export type Station = (typeof stations)[number]
/**
 * `open`: nothing wrong, but nothing to check (no file, no block yet). `uncompared`: sound, but without a source that vouches for it. `named`: the
 * proof names it without containing it.
 */
export type StationState = 'ok' | 'open' | 'uncompared' | 'named' | 'fail' | 'unseen'

/** Caveats that this page doesn't list: the first three are in the sentences and details, the others come of nodes, checkpoints and tokens. */
export const unlistedCaveats = [
  'not-compared',
  'not-in-block',
  'claims',
  'between-checkpoints',
  'signer-not-pinned',
  'node-lacks-block',
  'nodes-disagree',
  'certificate-expired',
  'token-recorded',
  'revocation-unknown',
  'bitcoin-place-unknown',
  'not-final',
  'not-recorded',
  'genesis-unknown',
] as const satisfies readonly CaveatCode[]

/** Something that a verdict leaves open: the codes of package `proof`, and an anchor on another network than this service's. */
export type Ground = Exclude<CaveatCode, (typeof unlistedCaveats)[number]> | 'other-network'

/**
 * Reason for a refusal: a different document; a document not in the folder; not a proof; a certificate whose
 * words were changed; a newer format; someone else's proof; a
 * block that is not on the chain; a block of an impossible time; or a proof that contradicts itself.
 */
export type Refusal = 'document' | 'absent' | 'notProof' | 'words' | 'version' | 'foreign' | 'block' | 'time' | 'forged'

/** Where the root is recorded on a chain, as far as the proof says. */
export interface AnchorFacts {
  chain: string
  /** The chain's name on this page; null for chains that have a number only. */
  name: string | null
  /** The issuer's name for the network; null if the proof has none. */
  network: string | null
  isPrivate: boolean
  transactionId: string
  contract?: string
  notary?: string
  blockHash?: string
  blockNumber?: number
  blockTime?: string
  /** Whether the block's state holds the root, instead of the block holding the transaction. */
  hasStateProof: boolean
}

/** Judgement of a proof, and of a document if there is one. */
export interface Judgement {
  outcome: Outcome
  /** Everyone who vouches for the block; empty unless confirmed. */
  sources: readonly Source[]
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
  /** The anchor that the verdict rests on: the earliest in a block (that is vouched for, when confirmed), else the first. */
  anchor: AnchorFacts | null
  /** The anchors in blocks, {@link Judgement.anchor} first: one block on its chain is enough. */
  blocks: readonly AnchorFacts[]
  /** Fingerprint of the given document. */
  digest: string | null
}

/** Inputs of a judgement besides the evidence. */
export interface Surroundings {
  /** The chain this service stamps on; judgements point out anchors elsewhere. */
  home: { chain: string; contract: string }
  /** Blocks that someone else knows. */
  known: readonly KnownBlock[]
  /** This device's clock, in milliseconds since 1970. */
  now: number
}

/** Whether an anchor is on another network than this service's. Private chains may share an id, but not a contract. */
export function isElsewhere({ chain, contract, isPrivate }: AnchorFacts, home: Surroundings['home']): boolean {
  if (home.chain === '') return false
  return chain !== home.chain || (isPrivate && contract !== undefined && contract !== home.contract)
}
