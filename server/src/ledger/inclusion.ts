import { encodeRlp, encodeRpcHeader, encodeRpcTransaction, transactionTrie } from '@tallystick/proof/ethereum'
import type { Chain, ChainReceipt } from './chain.js'
import { bytesOf } from './hex.js'
import type { TransactionVersion } from './sql.js'

/** One of our transactions in a canonical block. */
export interface Included {
  batchId: string
  hash: Buffer
  blockPosition: number
  /** RLP list of the trie nodes. */
  proof: Buffer
}

/** A canonical block with our transactions, checked byte by byte. */
export interface InclusionBlock {
  number: number
  hash: Buffer
  /** Seconds since 1970. */
  time: number
  header: Buffer
  included: Included[]
}

/** The node's answers contradict each other. */
export class UntrustedAnswerError extends Error {
  override name = 'UntrustedAnswerError'
}

/**
 * Checks what a node's receipts claim about one block.
 *
 * I5: nothing is called confirmed on one look. The block asked for by number must have the receipts' hash (it is canonical),
 * its header must hash to it, the trie over all its transactions must give the header's transactionsRoot, and the named block
 * position must hold exactly the bytes we signed, with our root in their calldata.
 *
 * @returns null when the block is not, or no longer, canonical
 * @throws {UntrustedAnswerError} when the node's answers contradict each other
 */
export async function checkInclusion(
  chain: Chain,
  blockNumber: number,
  claims: readonly { receipt: ChainReceipt; version: TransactionVersion }[],
): Promise<InclusionBlock | null> {
  const block = await chain.block(blockNumber, true)
  if (block === null || claims.some(({ receipt }) => receipt.blockHash !== block.hash)) return null
  const { header, raws } = reencode(block.rpc, blockNumber)
  const trie = transactionTrie(raws)
  const root = bytesOf(String(block.rpc.transactionsRoot))
  if (!root.equals(trie.root)) {
    throw new UntrustedAnswerError(`block ${blockNumber}: its transactions do not give its transactionsRoot`)
  }
  const included = claims.map(({ receipt, version }) => {
    const blockPosition = receipt.transactionIndex
    const raw = raws[blockPosition]
    if (!raw || !version.raw.equals(raw)) {
      throw new UntrustedAnswerError(`block ${blockNumber}: transaction ${blockPosition} is not the one we signed`)
    }
    const proof = Buffer.from(encodeRlp(trie.proof(blockPosition)))
    return { batchId: version.batch_id, hash: version.hash, blockPosition, proof }
  })
  return {
    number: block.number,
    hash: bytesOf(block.hash),
    time: block.timestamp,
    header: Buffer.from(header),
    included,
  }
}

function reencode(rpc: Record<string, unknown> & { transactions: Record<string, unknown>[] }, blockNumber: number) {
  try {
    return {
      header: encodeRpcHeader(rpc),
      raws: rpc.transactions.map((transaction) => encodeRpcTransaction(transaction)),
    }
  } catch (error) {
    throw new UntrustedAnswerError(`block ${blockNumber}: ${(error as Error).message}`, { cause: error })
  }
}
