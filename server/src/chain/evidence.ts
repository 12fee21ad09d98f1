import {
  anchoredAtSlot,
  checkAnchoredAt,
  equalBytes,
  type GatheredEvidence,
  keccak256,
  type ProofAnchor,
  ProofError,
} from '@tallystick/proof'
import { decodeRlp, encodeRlp, type Header, type StateProof, verifyTrieProof } from '@tallystick/proof/ethereum'
import { hexOf } from './hex.js'

/*
 * The evidence that a root was anchored in a block, as batches store it: either its transaction's position and the trie nodes that
 * lead to it, or the trie nodes of the state that lead to the root in the contract's storage.
 */

/** The columns of a batch; all null before there is a block. */
export interface EvidenceColumns {
  transaction_index: number | null
  /** RLP list of nodes. */
  trie_proof: Uint8Array | null
  /** RLP list of two lists of nodes. */
  state_proof: Uint8Array | null
}

/** Values of the columns of a batch in a block. */
export interface StoredEvidence {
  position: number | null
  trieProof: Uint8Array | null
  stateProof: Uint8Array | null
}

/** Returns evidence as the columns hold it. */
export function storedEvidence(gathered: GatheredEvidence): StoredEvidence {
  if ('stateProof' in gathered) {
    const { accountProof, storageProof } = gathered.stateProof
    return { position: null, trieProof: null, stateProof: encodeRlp([accountProof, storageProof]) }
  }
  return { position: gathered.transactionIndex, trieProof: encodeRlp(gathered.trieProof), stateProof: null }
}

/** Returns the evidence as an anchor's members; null when the batch is not in a block. */
export function evidenceOf(
  columns: EvidenceColumns,
): Pick<ProofAnchor, 'transactionIndex' | 'trieProof'> | Pick<ProofAnchor, 'stateProof'> | null {
  const { transaction_index, trie_proof, state_proof } = columns
  if (state_proof) {
    const { accountProof, storageProof } = readStateProof(state_proof)
    return { stateProof: { accountProof: accountProof.map(hexOf), storageProof: storageProof.map(hexOf) } }
  }
  if (!trie_proof || transaction_index === null) return null
  return { transactionIndex: transaction_index, trieProof: readNodes(trie_proof).map(hexOf) }
}

/** The facts that the evidence of a batch must prove. */
export interface Anchored {
  transactionId: Uint8Array
  contract: Uint8Array
  notary: Uint8Array
  root: Uint8Array
}

/**
 * Checks stored evidence against the header of the batch's block.
 *
 * @throws {ProofError} when it does not hold, or is missing
 */
export function checkEvidence(
  columns: EvidenceColumns,
  header: Header,
  { transactionId, contract, notary, root }: Anchored,
): void {
  const { transaction_index, trie_proof, state_proof } = columns
  if (state_proof) {
    checkAnchoredAt(header, anchoredAtSlot(contract, notary, root), readStateProof(state_proof))
    return
  }
  if (!trie_proof || transaction_index === null) throw new ProofError('trie', 'its evidence is missing')
  const found = verifyTrieProof(header.transactionsRoot, transaction_index, readNodes(trie_proof))
  if (!equalBytes(keccak256(found), transactionId))
    throw new ProofError('trie', 'its trie proof is of another transaction')
}

function readStateProof(stored: Uint8Array): StateProof {
  const [accountProof = [], storageProof = []] = decodeRlp(stored) as Uint8Array[][]
  return { accountProof, storageProof }
}

function readNodes(stored: Uint8Array): Uint8Array[] {
  return decodeRlp(stored) as Uint8Array[]
}
