import { fromHex, keccak256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { decodeRlp, toBytes, toList, toQuantity } from './rlp.js'
import { type RpcObject, type RpcReader, rpcReader } from './rpc.js'
import { addressText } from './transaction.js'
import { pickTrieNodes, verifyTrieKey } from './trie.js'

/*
 * Proofs of what a contract stores (EIP-1186). A block's state is a trie of accounts under the keys keccak-256(address); each
 * account holds the root of the trie of its storage, with the keys keccak-256(slot).
 */

/** The nodes that lead from a header's `stateRoot` to an account, and from its storage root to a slot. */
export type StateProof = { readonly accountProof: readonly Uint8Array[]; readonly storageProof: readonly Uint8Array[] }

/** A 32-byte slot in the storage of a contract (20 bytes). */
export type StorageSlot = { readonly contract: Uint8Array; readonly slot: Uint8Array }

/**
 * Returns what a slot holds in a state, which is never zero: an empty slot is not in the trie, and a proof of its absence is
 * refused.
 * @throws {@link ProofError} `trie` when the nodes do not lead to the contract's slot, or there is nothing in it; `rlp`.
 */
export function verifyStateProof(stateRoot: Uint8Array, at: StorageSlot, proof: StateProof): bigint {
  const account = verifyTrieKey(stateRoot, keccak256(at.contract), proof.accountProof, accountName(at))
  const held = verifyTrieKey(storageRootOf(account), keccak256(at.slot), proof.storageProof, slotName(at))
  const value = toQuantity(decodeRlp(held))
  if (value === 0n) throw new ProofError('trie', `the ${slotName(at)} is empty`)
  return value
}

/**
 * Reads a proof from the JSON of `eth_getProof`.
 * @throws {@link ProofError} `trie` or `rlp` when it does not prove that the slot holds something in this state.
 */
export function readRpcStateProof(stateRoot: Uint8Array, at: StorageSlot, answer: RpcObject): StateProof {
  const read = rpcReader(answer, 'trie')
  const [storage] = read.list('storageProof')
  if (storage === undefined) throw new ProofError('trie', "the node's answer is about no slot", 'storageProof')
  const key = keccak256(at.contract)
  const accountProof = pickTrieNodes(stateRoot, key, nodesIn(read, 'accountProof'), accountName(at))
  const storageRoot = storageRootOf(verifyTrieKey(stateRoot, key, accountProof, accountName(at)))
  const listed = nodesIn(rpcReader(storage, 'trie'), 'proof')
  const proof = { accountProof, storageProof: pickTrieNodes(storageRoot, keccak256(at.slot), listed, slotName(at)) }
  verifyStateProof(stateRoot, at, proof)
  return proof
}

/** Accounts are [nonce, balance, storage root, code hash]; some chains add members after these. */
function storageRootOf(account: Uint8Array): Uint8Array {
  const members = toList(decodeRlp(account))
  if (members.length < 4) throw new ProofError('trie', `an account has at least 4 members, not ${members.length}`)
  return toBytes(members[2], 32)
}

const accountName = ({ contract }: StorageSlot) => `account ${addressText(contract)}`
const slotName = ({ slot }: StorageSlot) => `slot 0x${toHex(slot)}`
const nodesIn = (read: RpcReader, name: string) => read.texts(name).map((node) => fromHex(node.slice(2)))
