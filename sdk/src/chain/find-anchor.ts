import {
  anchorChecks,
  anchorFromBlock,
  type CheckableAnchor,
  checkOtsHeaders,
  type OtsAnchor,
  type OtsVerdict,
  type ProofCheck,
  ProofError,
} from '@tallystick/proof'
import { type AnchorFinding, canonicalBlock } from './check-anchor.js'
import type { ChainNode } from './node.js'
import { RpcError } from './rpc.js'

/** An anchor that an .ots file only names, completed by a node; or the node's answer that says why it could not be. */
export type FoundAnchor =
  | { readonly anchor: CheckableAnchor; readonly checks: readonly ProofCheck[] }
  | { readonly finding: AnchorFinding }

/**
 * Asks a node for the block of an anchor and verifies transaction and block like those of a proof, so that the node is trusted
 * only for which blocks are part of its chain.
 * @param headers block headers that the .ots file also leads to.
 * @param isOpen whether the node may learn which transaction is meant.
 * @throws {@link ProofError} when the transaction does not carry the root, {@link RpcError} when the node does not answer, or its
 * answer contradicts itself, which says nothing about the .ots file.
 */
export async function findAnchor(
  { call }: ChainNode,
  named: OtsAnchor,
  { headers, isOpen }: { readonly headers: OtsVerdict['headers']; readonly isOpen: boolean },
): Promise<FoundAnchor> {
  let found = await canonicalBlock(call, named, { isFull: true, isOpen })
  // The file may be older than the block.
  if ('status' in found && found.status === 'pending' && found.blockNumber !== undefined) {
    found = await canonicalBlock(call, { ...named, blockNumber: found.blockNumber }, { isFull: true, isOpen })
  }
  if ('status' in found) return { finding: found }
  const { block } = found
  const anchor = fromNode(() => anchorFromBlock(named, block))
  const verify = anchorChecks(named.root, anchor, Date.now())
  const transaction = { name: 'transaction', status: 'ok', detail: verify.transaction() } as const
  const detail = fromNode(() => verify.block() ?? '')
  checkOtsHeaders(headers, anchor)
  return { anchor, checks: [transaction, { name: 'block', status: 'ok', detail }] }
}

/** Turns a contradiction within the node's answer into an RpcError: it is the node's fault, not the file's. */
function fromNode<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ProofError) || error.code === 'anchor') throw error
    throw new RpcError(`the node's block contradicts itself: ${error.message}`, { cause: error })
  }
}
