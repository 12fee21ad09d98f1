import { ProofError } from '@tallystick/proof'
import type { Chain, ChainBlock, ChainReceipt } from './chain.js'
import type { StoredEvidence } from './evidence.js'
import { gatherAside } from './evidence-thread.js'
import { bytesOf } from './hex.js'

/** A version of a batch's transaction (I4). */
export interface TransactionVersion {
  batch_id: string
  hash: Buffer
  raw: Buffer
}

/** One of our transactions in a canonical block. */
export interface Included {
  batchId: string
  hash: Buffer
  evidence: StoredEvidence
}

/** A canonical block with our transactions, checked byte by byte. */
export interface InclusionBlock {
  number: number
  hash: Buffer
  /** Seconds since 1970. */
  time: number
  header: Buffer
  /** By nonce. */
  included: Included[]
}

/** The node's answers contradict each other. */
export class UntrustedAnswerError extends Error {
  override name = 'UntrustedAnswerError'
}

/** The node offers neither kind of evidence for a block, and says why. Another node may. */
export class NoEvidenceError extends Error {
  override name = 'NoEvidenceError'
}

/**
 * Checks what a node's receipts claim about one block.
 *
 * I5: nothing is called confirmed on one look. The block asked for by number must have the receipts' hash (it is canonical), its
 * header must hash to it, it must list exactly the bytes we signed at the named position, and there must be evidence that anyone can
 * check: the trie over all its transactions gives the header's transactionsRoot or, where that cannot be rebuilt, the root is in the
 * contract's storage as of this block. Nodes keep the state of recent blocks only, so the second kind is taken here, when the
 * transaction is first seen in a block, and again after a reorg.
 *
 * @returns null when the block is not, or no longer, canonical
 * @throws {UntrustedAnswerError} when the node's answers contradict each other
 * @throws {NoEvidenceError} when the node offers no evidence
 */
export async function checkInclusion(
  chain: Chain,
  blockNumber: number,
  claims: readonly { receipt: ChainReceipt; version: TransactionVersion }[],
): Promise<InclusionBlock | null> {
  const block = await chain.block(blockNumber, true)
  return block && inclusionIn(chain, block, claims)
}

/** Does the same for a block that the node has just shown. */
export async function inclusionIn(
  chain: Chain,
  block: ChainBlock,
  claims: readonly { receipt: ChainReceipt; version: TransactionVersion }[],
): Promise<InclusionBlock | null> {
  if (claims.some(({ receipt }) => receipt.blockHash !== block.hash)) return null
  const ours = claims.map(({ receipt, version }) => ({ index: receipt.transactionIndex, raw: version.raw }))
  const found = await reading(block, () => gatherAside((method, params) => chain.ask(method, params), block.rpc, ours))
  if ('strangerAt' in found) {
    throw new UntrustedAnswerError(`block ${block.number}: transaction ${found.strangerAt} is not the one we signed`)
  }
  if ('lacking' in found) throw new NoEvidenceError(`block ${block.number}: ${found.lacking}`)
  return {
    number: found.number,
    hash: bytesOf(block.hash),
    time: found.time,
    header: Buffer.from(found.header),
    included: claims.map(({ version }, i) => ({
      batchId: version.batch_id,
      hash: version.hash,
      evidence: found.evidence[i]!,
    })),
  }
}

/** Turns what the proof package refuses into a contradiction of the node. */
async function reading<Result>(block: ChainBlock, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new UntrustedAnswerError(`block ${block.number}: ${error.message}`, { cause: error })
  }
}
