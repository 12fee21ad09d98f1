/**
 * Those able to confirm a block: everyone (`public`); everyone, of a clock that one sequencer sets (`rollup`) or that a chain's own
 * validators do beside those of another one (`sidechain`); everyone for as long as the test network lasts; or the operator alone.
 */
export type ChainKind = 'public' | 'rollup' | 'sidechain' | 'test' | 'private'

/** The package's own knowledge of a chain, whatever a document says. */
export type Chain = {
  /** Absent for a number that everyone may use. */
  readonly name?: string
  readonly kind: ChainKind
  /** The chain is no longer run, or is being shut down. */
  readonly isEnded?: true
  /** The chain's block hashes are not those of Ethereum headers, so there are no proofs on it. */
  readonly isRefused?: true
  /** Hash of block 0. Distinguishes the chain from others that use the same number. */
  readonly genesisHash?: string
  /** Time of the first block made after the genesis block, or of the genesis block. No block of the chain is older. */
  readonly firstBlockTime?: string
  /** Public nodes, under domains of different owners. */
  readonly nodes: readonly string[]
}

/** Chains and their CAIP-2 numbers. */
export type ChainTable = readonly (readonly [id: number, chain: Chain])[]
