import { ProofError } from '../errors.js'
import type { ProofAnchor } from '../format.js'
import type { Chain } from './chain.js'
import { chainTable } from './chain-table.js'
import { timeProblem } from './stated-times.js'

/** Chains by CAIP-2 ID. */
export const knownChains: ReadonlyMap<string, Chain> = new Map(chainTable.map(([id, chain]) => [`eip155:${id}`, chain]))

/** The chain of an anchor. An .ots file does not say whether it is private. */
export type AnchorChain = Pick<ProofAnchor, 'chain'> & Partial<Pick<ProofAnchor, 'private'>>

/** Names a chain in a diagnostic, from the table; other chains have a number only. The document's own name is a claim. */
export function chainName(chain: string): string {
  const { name, kind } = knownChains.get(chain) ?? {}
  return name ?? `the ${kind === 'private' ? 'private ' : ''}chain with the number ${chain.slice('eip155:'.length)}`
}

/** Names a block in a diagnostic. */
export function blockName({ chain, blockNumber }: Pick<ProofAnchor, 'chain' | 'blockNumber'>): string {
  return `block ${blockNumber} of ${chainName(chain)}`
}

/** Returns whether to treat an anchor's chain as private. */
export function isPrivateChain({ chain, private: isPrivate = false }: AnchorChain): boolean {
  return isPrivate || knownChains.get(chain)?.kind === 'private'
}

/**
 * Returns whether only an operator may stand behind an anchor's chain: it is private, or not in the table. That its issuer calls it
 * public is no reason to take its time before that of a known chain.
 */
export function mayBePrivate(anchor: AnchorChain): boolean {
  return isPrivateChain(anchor) || !knownChains.has(anchor.chain)
}

/**
 * Checks that a block can have been made when its header says.
 * @param now milliseconds since 1970; without it, no block counts as one of the future.
 * @throws {@link ProofError} `block-time` when the chain did not exist yet, or the time is in the future.
 */
export function checkBlockTime(chain: string, blockTime: string, now: number | undefined): void {
  const first = knownChains.get(chain)?.firstBlockTime
  // Both are in UTC and of the same length, so their texts sort by time.
  if (first !== undefined && blockTime < first) {
    throw new ProofError(
      'block-time',
      `the block is dated ${blockTime}, but ${chainName(chain)} has existed only since ${first}`,
      'blockTime',
      { case: 'early', chain, time: blockTime, since: first },
    )
  }
  if (now !== undefined && timeProblem({ timeMs: Date.parse(blockTime) }, { nowMs: now }) === 'late') {
    throw new ProofError(
      'block-time',
      `the block is dated ${blockTime}, which is in the future by this computer's clock`,
      'blockTime',
      { case: 'late', time: blockTime },
    )
  }
}
