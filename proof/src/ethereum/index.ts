/*
 * Entry point of @tallystick/proof/ethereum: transactions, block headers and transaction tries, from their bytes or from a node's
 * JSON.
 */
export { decodeHeader, encodeRpcHeader, type Header } from './header.js'
export { decodeRlp, encodeRlp, fromQuantity, type RlpItem } from './rlp.js'
export type { RpcObject } from './rpc.js'
export { encodeRpcTransaction } from './rpc-transaction.js'
export { addressText, decodeTransaction, type Transaction } from './transaction.js'
export { type TransactionTrie, transactionTrie, verifyTrieProof } from './trie.js'
