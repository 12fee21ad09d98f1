import { gatherEvidence } from '@tallystick/proof'
import { type AskNode, decodeHeader, encodeRpcHeader, encodeRpcTransaction } from '@tallystick/proof/ethereum'
import { type StoredEvidence, storedEvidence } from './evidence.js'

/** A block as a node gives it, with all its transactions (`eth_getBlockByNumber(…, true)`). */
export type RpcBlock = Parameters<typeof encodeRpcHeader>[0]

/** One of our transactions, and where the node says it is in the block. */
export interface OwnTransaction {
  index: number
  raw: Uint8Array
}

/** Findings from a block checked byte by byte. */
export interface BlockEvidence {
  number: number
  /** Seconds since 1970. */
  time: number
  header: Uint8Array
  /** For each of our transactions. */
  evidence: readonly StoredEvidence[]
}

/** A finding against the node: it lists another transaction at the place of ours, or offers no evidence. */
export type Finding = { strangerAt: number } | { lacking: string }

/**
 * Checks a block against the bytes that we signed, and gathers evidence that anyone can check.
 *
 * @throws {ProofError} when the node's answers contradict each other
 */
export async function evidenceInBlock(
  ask: AskNode,
  block: RpcBlock,
  ours: readonly OwnTransaction[],
): Promise<BlockEvidence | Finding> {
  const header = encodeRpcHeader(block)
  const decoded = decodeHeader(header)
  // Our own transactions are of types we know, whatever else the block holds.
  for (const { index, raw } of ours) {
    const listed = Array.isArray(block.transactions) ? block.transactions[index] : null
    if (!listed || !Buffer.from(raw).equals(encodeRpcTransaction(listed))) return { strangerAt: index }
  }
  const gathered = await gatherEvidence(ask, block, decoded, ours)
  if (typeof gathered === 'string') return { lacking: gathered }
  return { number: decoded.number, time: decoded.time, header, evidence: gathered.map(storedEvidence) }
}
