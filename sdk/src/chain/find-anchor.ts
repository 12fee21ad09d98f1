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
import { type AnchorFinding, canonicalBlock, recordedIn } from './check-anchor.js'
import { RpcError, type RpcOptions, rpcCaller } from './rpc.js'

/** What a node has of an anchor that an .ots file only names; all but the finding is there once it is in a canonical block. */
export type FoundAnchor = {
  readonly finding: AnchorFinding
  readonly placed?: CheckableAnchor
  readonly checks: readonly ProofCheck[]
}

/**
 * Asks a node for the block of an anchor and verifies transaction and block like those of a proof, so that the node's word
 * counts for nothing but which blocks are part of its chain.
 * @param headers what the .ots file says of blocks beside.
 * @throws {@link ProofError} when the transaction does not carry the root, {@link RpcError} when the node does not answer, or its
 * answer does not hold together; that says nothing about the .ots file.
 */
export async function findAnchor(
  rpcUrl: string,
  named: OtsAnchor,
  headers: OtsVerdict['headers'],
  options: RpcOptions = {},
): Promise<FoundAnchor> {
  const call = rpcCaller(rpcUrl, options)
  let place = await canonicalBlock(call, named, true)
  // The file is from before the block: by now there may be one.
  if ('status' in place && place.status === 'pending' && place.blockNumber !== undefined) {
    place = await canonicalBlock(call, { ...named, blockNumber: place.blockNumber }, true)
  }
  if ('status' in place) return { finding: place, checks: [] }
  const { block, latest } = place
  const placed = fromNode(() => anchorFromBlock(named, block))
  const look = anchorChecks(named.root, placed)
  const transaction = { name: 'transaction', status: 'ok', detail: look.transaction() } as const
  const detail = fromNode(() => look.block() ?? '')
  checkOtsHeaders(headers, placed)
  const finding = await recordedIn(call, named.root, placed, latest)
  return { finding, placed, checks: [transaction, { name: 'block', status: 'ok', detail }] }
}

/** What does not hash to what it says is the node's fault, not the file's. */
function fromNode<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ProofError) || error.code === 'anchor') throw error
    throw new RpcError(`the node's block does not hold together: ${error.message}`, { cause: error })
  }
}
