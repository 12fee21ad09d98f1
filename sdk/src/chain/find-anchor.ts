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
import type { AskNode } from '@tallystick/proof/ethereum'
import { type AnchorFinding, canonicalBlock } from './check-anchor.js'
import type { ChainNode } from './node.js'
import { type RpcCall, RpcError, RpcRefusal } from './rpc.js'

/** An anchor that an .ots file only names, completed by a node; or the node's answer that says why it could not be. */
export type FoundAnchor =
  | { readonly anchor: CheckableAnchor; readonly checks: readonly ProofCheck[] }
  | { readonly finding: AnchorFinding }

/**
 * Asks a node for the block of an anchor and verifies transaction and block like those of a proof, so that the node is trusted
 * only for which blocks are part of its chain.
 * @param headers block headers that the .ots file also leads to.
 * @param isOpen whether the node may learn which transaction is meant.
 * @throws {@link ProofError} when the transaction does not carry the root, {@link RpcError} when the node does not answer, its
 * answer contradicts itself, or it offers no evidence, which says nothing about the .ots file.
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
  const anchor = await fromNode(() => anchorFromBlock(named, block, isOpen ? asker(call) : askNothing))
  if (typeof anchor === 'string') {
    const number = Number(block.number)
    throw new RpcError(
      `the node offers no evidence of block ${number}: ${anchor}. Ask another one, with the chain's full history`,
    )
  }
  const verify = anchorChecks(named.root, anchor, Date.now())
  const transaction = { name: 'transaction', status: 'ok', detail: verify.transaction() } as const
  const detail = await fromNode(() => verify.block() ?? '')
  checkOtsHeaders(headers, anchor)
  return { anchor, checks: [transaction, { name: 'block', status: 'ok', detail }] }
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
