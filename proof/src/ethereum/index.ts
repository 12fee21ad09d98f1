/*
 * Entry point of @tallystick/proof/ethereum: transactions, block headers, and the tries of transactions and of the state, from
 * their bytes or from a node's JSON.
 */
export type { AskNode, NodeAnswer } from './ask-node.js'
export { decodeHeader, type Header } from './header.js'
export { rawTransactions } from './raw-transactions.js'
export { decodeRlp, encodeRlp, fromQuantity, type RlpItem } from './rlp.js'
export type { RpcObject } from './rpc.js'
export { encodeRpcHeader, readRpcHeader } from './rpc-header.js'
export { encodeRpcTransaction } from './rpc-transaction.js'
export { readRpcStateProof, type StateProof, type StorageSlot, verifyStateProof } from './state.js'
export { addressText, decodeTransaction, type Transaction } from './transaction.js'
export { type TransactionTrie, transactionTrie, verifyTrieProof } from './trie.js'
