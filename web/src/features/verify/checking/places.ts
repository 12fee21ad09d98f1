import { isPrivateChain, type ProofAnchor } from '@tallystick/proof'
import type { HomeChain, Place } from './judgement.js'

/** An anchor as it is shown. */
export function placeOf(anchor: ProofAnchor): Place {
  const { chain, network, contract, notary, transactionId, blockHash, blockNumber, blockTime } = anchor
  const where = { chain, network, isPrivate: isPrivateChain(anchor), contract, notary, transactionId }
  if (blockHash === undefined || blockNumber === undefined || blockTime === undefined) return where
  return { ...where, blockHash, blockNumber, blockTime }
}

/** Whether a place is on another network than this service stamps on. Private chains may share an id, but no contract. */
export function isElsewhere({ chain, contract, isPrivate }: Place, home: HomeChain): boolean {
  if (home.chain === '') return false
  return chain !== home.chain || (isPrivate && contract !== undefined && contract !== home.contract)
}
