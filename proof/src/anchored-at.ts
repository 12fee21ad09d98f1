import { concat, keccak256 } from './encoding/hash.js'
import { ProofError } from './errors.js'
import type { Header } from './ethereum/header.js'
import { type StateProof, type StorageSlot, verifyStateProof } from './ethereum/state.js'

/** Returns the slot of a root in the Notary contract: `anchoredAt[notary][root]`, a mapping that begins at slot 0. */
export function anchoredAtSlot(contract: Uint8Array, notary: Uint8Array, root: Uint8Array): StorageSlot {
  const ofNotary = keccak256(concat(new Uint8Array(12), notary, new Uint8Array(32)))
  return { contract, slot: keccak256(concat(root, ofNotary)) }
}

/**
 * Checks that a root was in the contract's storage as of a block, without any of the block's transactions.
 *
 * Nothing rests on the contract's code, because a forger may choose the contract, and with it the value of every slot:
 *
 * - The time proven is the header's, never the one in the slot.
 * - The slot's key is a hash over the root, so its writer knew the root by then. An empty slot proves nothing.
 * - The account is the anchor's contract, the transaction's recipient.
 *
 * The value still has to make sense for a contract of ours: not later than the header. An earlier time means that the notary had
 * anchored the same root before; it is accepted, and is not used as a time.
 *
 * @throws {@link ProofError} `trie` or `rlp` when the nodes do not lead to the root's slot or it is empty; `anchor` when it holds a
 * time after the header's.
 */
export function checkAnchoredAt({ stateRoot, time }: Header, at: StorageSlot, proof: StateProof): void {
  const recordedAt = verifyStateProof(stateRoot, at, proof)
  if (recordedAt > BigInt(time)) {
    const message = `the contract recorded the root at ${recordedAt}, after the time of the block, ${time}`
    throw new ProofError('anchor', message, 'stateProof')
  }
}
