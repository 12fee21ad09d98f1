import { type CheckableAnchor, timeText } from '../anchor.js'
import { ProofError } from '../errors.js'
import { decodeHeader, encodeRpcHeader } from '../ethereum/header.js'
import { type RpcObject, rpcReader } from '../ethereum/rpc.js'
import { encodeRpcTransaction } from '../ethereum/rpc-transaction.js'
import { addressText, decodeTransaction } from '../ethereum/transaction.js'
import { transactionTrie } from '../ethereum/trie.js'
import { fromHex, toHex } from '../hash.js'
import type { OtsAnchor, OtsVerdict } from './verify.js'

/**
 * Completes an anchor that an .ots file only names: adds transaction, trie proof and header from the JSON of a block
 * (`eth_getBlockByNumber(…, true)`). Decides nothing: `anchorChecks` finds out whether it carries the root.
 * @throws {@link ProofError} `anchor` when the block does not contain the transaction, or the transaction creates a contract;
 * `header` or `transaction` when the node's answer does not match its own hashes.
 */
export function anchorFromBlock({ chain, transactionId }: OtsAnchor, block: RpcObject): CheckableAnchor {
  const transactions = rpcReader(block, 'header').list('transactions')
  const transactionIndex = transactions.findIndex(({ hash }) => hash === transactionId)
  if (transactionIndex < 0) {
    throw new ProofError('anchor', `the block does not contain transaction ${transactionId}`, 'transactionId')
  }
  const raws = transactions.map(encodeRpcTransaction)
  const raw = raws[transactionIndex]!
  const header = encodeRpcHeader(block)
  const { to, sender } = decodeTransaction(raw)
  if (to === undefined) throw new ProofError('anchor', 'the transaction does not call a contract', 'contract')
  const { hash, number, time } = decodeHeader(header)
  return {
    chain,
    contract: addressText(to),
    notary: addressText(sender),
    transactionId,
    rawTransaction: chainText(raw),
    transactionIndex,
    trieProof: transactionTrie(raws).proof(transactionIndex).map(chainText),
    header: chainText(header),
    blockHash: chainText(hash),
    blockNumber: number,
    blockTime: timeText(time),
  }
}

/**
 * Checks the `transactionsRoot` that an .ots file of Ethereum mainnet leads to against the block.
 * @param headers result of `verifyOts`.
 * @throws {@link ProofError} `anchor` when they differ.
 */
export function checkOtsHeaders(headers: OtsVerdict['headers'], { header = '0x', blockNumber }: CheckableAnchor): void {
  const transactionsRoot = toHex(decodeHeader(fromHex(header.slice(2))).transactionsRoot)
  for (const named of headers) {
    if (named.blockNumber === blockNumber && named.transactionsRoot !== transactionsRoot) {
      throw new ProofError(
        'anchor',
        `the .ots file does not lead to the transactions of block ${blockNumber}`,
        'header',
      )
    }
  }
}

const chainText = (bytes: Uint8Array) => `0x${toHex(bytes)}`
