import { ANCHOR_SELECTOR } from './anchor.js'
import { anchoredAtSlot, checkAnchoredAt } from './anchored-at.js'
import { equalBytes } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import type { AskNode, NodeAnswer } from './ethereum/ask-node.js'
import type { Header } from './ethereum/header.js'
import { rawTransactions } from './ethereum/raw-transactions.js'
import type { RpcObject } from './ethereum/rpc.js'
import { readRpcStateProof, type StateProof, type StorageSlot } from './ethereum/state.js'
import { decodeTransaction } from './ethereum/transaction.js'
import { transactionTrie } from './ethereum/trie.js'

/** An anchoring transaction that a block holds, according to the node. */
export type OwnTransaction = { readonly index: number; readonly raw: Uint8Array }

/** Evidence for an anchor: its transaction is in the block, or its root is in the contract's storage as of the block. */
export type GatheredEvidence =
  | { readonly transactionIndex: number; readonly trieProof: readonly Uint8Array[] }
  | { readonly stateProof: StateProof }

/**
 * Gathers evidence for anchoring transactions of one block, of the kind that the node offers: from the bytes of all its
 * transactions or, when some are of types unknown here and the node does not give their bytes, from the state after the block,
 * which needs none of the others.
 * @param block JSON of `eth_getBlockByNumber(…, true)`.
 * @param header its header, encoded and decoded: it hashes to the block's hash.
 * @returns evidence for each of `ours`, in order, or the reason, in words, why the node offers none
 */
export async function gatherEvidence(
  ask: AskNode,
  block: RpcObject,
  header: Header,
  ours: readonly OwnTransaction[],
): Promise<readonly GatheredEvidence[] | string> {
  const inBlock = await fromTransactions(ask, block, header, ours)
  if (typeof inBlock !== 'string') return inBlock
  const stored = await Promise.all(ours.map((own) => fromState(ask, header, own)))
  const problem = stored.find((one) => typeof one === 'string')
  return problem === undefined ? (stored as GatheredEvidence[]) : `${inBlock}; ${problem}`
}

async function fromTransactions(
  ask: AskNode,
  block: RpcObject,
  header: Header,
  ours: readonly OwnTransaction[],
): Promise<readonly GatheredEvidence[] | string> {
  const raws = await rawTransactions(ask, block)
  if (typeof raws === 'string') return raws
  const trie = transactionTrie(raws)
  if (!equalBytes(trie.root, header.transactionsRoot)) {
    return 'the transactions that the node lists do not give the transactionsRoot of the header'
  }
  const stray = ours.find(({ index, raw }) => !equalBytes(raws[index] ?? new Uint8Array(0), raw))
  if (stray !== undefined) return `transaction ${stray.index} of the block is a different one`
  return ours.map(({ index }) => ({ transactionIndex: index, trieProof: trie.proof(index) }))
}

async function fromState(ask: AskNode, header: Header, { raw }: OwnTransaction): Promise<GatheredEvidence | string> {
  const at = slotOf(raw)
  if (at === undefined) return 'the transaction anchors no root, so the state cannot prove it'
  const answer = await askProof(ask, at, `0x${header.number.toString(16)}`)
  if (!('result' in answer)) {
    // The newest state is the last that a node gives up.
    const isPruned = 'result' in (await askProof(ask, at, 'latest'))
    const lack = isPruned
      ? `no longer has the state of block ${header.number}`
      : 'offers no state proofs (eth_getProof)'
    return `the node ${lack}: ${answer.refusal}`
  }
  try {
    const stateProof = readRpcStateProof(header.stateRoot, at, answer.result as RpcObject)
    checkAnchoredAt(header, at, stateProof)
    return { stateProof }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return `the node's state proof does not hold: ${error.message}`
  }
}

async function askProof(ask: AskNode, { contract, slot }: StorageSlot, block: string): Promise<NodeAnswer> {
  const answer = await ask('eth_getProof', [`0x${toHex(contract)}`, [`0x${toHex(slot)}`], block])
  const isObject = 'result' in answer && typeof answer.result === 'object' && answer.result !== null
  return 'refusal' in answer || isObject ? answer : { refusal: 'it answers with nothing' }
}

/** Returns the slot of the root that a transaction anchors; undefined for any other transaction. */
function slotOf(raw: Uint8Array): StorageSlot | undefined {
  const { to, sender, input } = decodeTransaction(raw)
  if (to === undefined || input.length !== 36 || toHex(input.subarray(0, 4)) !== ANCHOR_SELECTOR) return undefined
  return anchoredAtSlot(to, sender, input.subarray(4))
}
