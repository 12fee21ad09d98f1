import { type CheckableAnchor, timeText } from '../anchor.js'
import { fromHex } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import type { AskNode } from '../ethereum/ask-node.js'
import { decodeHeader } from '../ethereum/header.js'
import { type RpcObject, rpcReader } from '../ethereum/rpc.js'
import { encodeRpcHeader } from '../ethereum/rpc-header.js'
import { encodeRpcTransaction } from '../ethereum/rpc-transaction.js'
import { addressText, decodeTransaction } from '../ethereum/transaction.js'
import type { OtsAnchor, OtsFinding } from '../finding.js'
import { type GatheredEvidence, gatherEvidence } from '../gather-evidence.js'

/**
 * Completes an anchor that an .ots file only names: adds transaction, header and evidence from a node's JSON of a block
 * (`eth_getBlockByNumber(…, true)`), with what the node gives beyond that where transactions are of types unknown here. Decides
 * nothing: `anchorChecks` finds out whether it carries the root.
 * @returns the reason, in words, when the node offers no evidence
 * @throws {@link ProofError} `anchor` when the block does not contain the transaction, or the transaction creates a contract;
 * `header` or `transaction` when the node's answer does not match its own hashes.
 */
export async function anchorFromBlock(
  { chain, transactionId }: OtsAnchor,
  block: RpcObject,
  ask: AskNode,
): Promise<CheckableAnchor | string> {
  const transactions = rpcReader(block, 'header').list('transactions')
  const index = transactions.findIndex(({ hash }) => hash === transactionId)
  const own = transactions[index]
  if (own === undefined) {
    throw new ProofError('anchor', `the block does not contain transaction ${transactionId}`, 'transactionId')
  }
  const raw = encodeRpcTransaction(own)
  const encoded = encodeRpcHeader(block)
  const header = decodeHeader(encoded)
  const { to, sender } = decodeTransaction(raw)
  if (to === undefined) throw new ProofError('anchor', 'the transaction does not call a contract', 'contract')
  const gathered = await gatherEvidence(ask, block, header, [{ index, raw }])
  if (typeof gathered === 'string') return gathered
  return {
    chain,
    contract: addressText(to),
    notary: addressText(sender),
    transactionId,
    rawTransaction: chainText(raw),
    ...evidenceText(gathered[0]!),
    header: chainText(encoded),
    blockHash: chainText(header.hash),
    blockNumber: header.number,
    blockTime: timeText(header.time),
  }
}

function evidenceText(
  evidence: GatheredEvidence,
): Pick<CheckableAnchor, 'transactionIndex' | 'trieProof' | 'stateProof'> {
  if (!('stateProof' in evidence)) return { ...evidence, trieProof: evidence.trieProof.map(chainText) }
  const { accountProof, storageProof } = evidence.stateProof
  return { stateProof: { accountProof: accountProof.map(chainText), storageProof: storageProof.map(chainText) } }
}

/**
 * Checks the `transactionsRoot` that an .ots file of Ethereum mainnet leads to against the block.
 * @param headers result of `verifyOts`.
 * @throws {@link ProofError} `anchor` when they differ.
 */
export function checkOtsHeaders(headers: OtsFinding['headers'], { header = '0x', blockNumber }: CheckableAnchor): void {
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
