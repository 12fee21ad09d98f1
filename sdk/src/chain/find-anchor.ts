import {
  anchorChecks,
  anchorFromBlock,
  type CheckableAnchor,
  type FoundAnchor,
  type OtsAnchor,
  ProofError,
} from '@tallystick/proof'
import type { AskNode } from '@tallystick/proof/ethereum'
import { canonicalBlock } from './check-anchor.js'
import type { ChainNode } from './node.js'
import { type RpcCall, RpcError, RpcRefusal } from './rpc.js'

/**
 * Asks a node for the block of an anchor that an .ots file only names, and completes the anchor from it. Whether it carries the root is for
 * `verifyOts` to find out, so that the node is trusted only for which blocks are part of its chain.
 * @param isOpen whether the node may learn which transaction is meant.
 * @returns the anchor, or why the file's words about it are wrong; null when the node does not have the block on its chain
 * @throws {@link RpcError} when the node does not answer, its answer contradicts itself, or it offers no evidence, which says nothing
 * about the .ots file.
 */
export async function findAnchor(
  { call }: ChainNode,
  named: OtsAnchor,
  { isOpen }: { readonly isOpen: boolean },
): Promise<FoundAnchor | null> {
  let found = await canonicalBlock(call, named, { isFull: true, isOpen })
  // The file may be older than the block.
  if ('status' in found && found.status === 'pending' && found.blockNumber !== undefined) {
    found = await canonicalBlock(call, { ...named, blockNumber: found.blockNumber }, { isFull: true, isOpen })
  }
  if ('status' in found) return null
  const { number, rpc: block } = found.block
  const { transactionId } = named
  try {
    const anchor = await fromNode(() => anchorFromBlock(named, block, isOpen ? asker(call) : askNothing))
    if (typeof anchor === 'string') {
      throw new RpcError(
        `the node offers no evidence of block ${number}: ${anchor}. Ask another one, with the chain's full history`,
      )
    }
    await checkAnswer(named.root, anchor)
    return { transactionId, anchor }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { transactionId, failure: error }
  }
}

/** @throws {@link RpcError} when the node contradicts itself; {@link ProofError} when its transaction isn't what the file says. */
async function checkAnswer(root: string, anchor: CheckableAnchor): Promise<void> {
  const { transaction, block } = anchorChecks(root, anchor)
  transaction()
  await fromNode(() => block() ?? '')
}

/** Turns a contradiction within the node's answer into an RpcError: it is the node's fault, not the file's. */
async function fromNode<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProofError) || error.code === 'anchor') throw error
    throw new RpcError(`the node's block contradicts itself: ${error.message}`, { cause: error })
  }
}

/** Asks for what not every node offers: a refusal counts as an answer. */
function asker(call: RpcCall): AskNode {
  return async (method, params) => {
    try {
      return { result: await call(method, ...params) }
    } catch (error) {
      if (error instanceof RpcRefusal) return { refusal: error.message }
      throw error
    }
  }
}

/** For nodes that must not learn which transaction is meant. */
const askNothing: AskNode = async () => ({ refusal: 'the transaction stays private' })
