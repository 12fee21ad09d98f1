import { type PlacedAnchor, timeText } from './anchor.js'
import { ProofError } from './errors.js'
import { fromHex, toHex } from './hash.js'
import { decodeHeader, encodeRpcHeader } from './header.js'
import { type RpcObject, rpcReader } from './rpc.js'
import { encodeRpcTransaction } from './rpc-transaction.js'
import { addressText, decodeTransaction } from './transaction.js'
import { transactionTrie } from './trie.js'
import type { OtsAnchor, OtsVerdict } from './verify-ots.js'

/**
 * What an .ots file only names, with all that a proof holds: transaction, trie proof and header, made from the JSON of a block
 * (`eth_getBlockByNumber(…, true)`). Nothing is decided here: `checkAnchor` tells whether it carries the root.
 * @throws {@link ProofError} `anchor` when the block does not hold the transaction, or it goes to no contract; `header` or
 * `transaction` when the node's answer does not hash to what it says.
 */
export function anchorFromBlock({ chain, transactionId }: OtsAnchor, block: RpcObject): PlacedAnchor {
  const transactions = rpcReader(block, 'header').list('transactions')
  const transactionIndex = transactions.findIndex(({ hash }) => hash === transactionId)
  if (transactionIndex < 0) {
    throw new ProofError('anchor', `the block does not hold the transaction ${transactionId}`, 'transactionId')
  }
  const raws = transactions.map(encodeRpcTransaction)
  const raw = raws[transactionIndex]!
  const header = encodeRpcHeader(block)
  const { to, sender } = decodeTransaction(raw)
  if (to === undefined) throw new ProofError('anchor', 'the transaction goes to no contract', 'contract')
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
 * Checks the way that an .ots file of Ethereum's main network goes on to a block's `transactionsRoot`.
 * @param headers what `verifyOts` found.
 * @throws {@link ProofError} `anchor` when the block has another.
 */
export function checkOtsHeaders(headers: OtsVerdict['headers'], { header = '0x', blockNumber }: PlacedAnchor): void {
  const transactionsRoot = toHex(decodeHeader(fromHex(header.slice(2))).transactionsRoot)
  for (const named of headers) {
    if (named.blockNumber === blockNumber && named.transactionsRoot !== transactionsRoot) {
      throw new ProofError('anchor', `the .ots file leads to something else than block ${blockNumber} holds`, 'header')
    }
  }
}

const chainText = (bytes: Uint8Array) => `0x${toHex(bytes)}`
