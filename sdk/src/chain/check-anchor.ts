import type { ProofAnchor } from '@tallystick/proof'
import { blockAt, type ChainNode, integer, type ShownBlock, text } from './node.js'
import { isObject, type RpcCall, RpcError } from './rpc.js'

/** A node's answer about an anchor. */
export type AnchorFinding =
  /** The block is part of the node's chain. */
  | {
      readonly status: 'confirmed'
      readonly confirmations: number
      /** Whether the node considers the block final; undefined when it does not say. */
      readonly finalized: boolean | undefined
      /**
       * Time of the first record of the root in the contract, Unix seconds; undefined when no record exists by the time of the
       * block: the transaction failed, or the contract is missing. Null when the node was not asked.
       */
      readonly recordedAt: number | undefined | null
    }
  /** The chain has another block at this number. `movedTo` is the transaction's current block, if the node knows it. */
  | { readonly status: 'reorged'; readonly canonicalHash: string; readonly movedTo: number | undefined }
  /** The node has no block of this number: its chain is shorter, or still syncing. */
  | { readonly status: 'missing'; readonly latest: number }
  /** The proof was issued before there was a block. `blockNumber` is the transaction's block by now. */
  | { readonly status: 'pending'; readonly blockNumber: number | undefined; readonly known: boolean }

/** First four bytes of Keccak-256 of `anchoredAt(address,bytes32)`. */
const ANCHORED_AT = '0xf8c2919d'

/** The members of an anchor that say where it should be; an .ots file does not know the others. */
export type NamedAnchor = Pick<ProofAnchor, 'chain' | 'transactionId' | 'blockHash' | 'blockNumber' | 'blockTime'> &
  Partial<Pick<ProofAnchor, 'contract' | 'notary'>>

/**
 * Asks a node of the anchor's chain whether the anchor's block is part of it. Verify the anchor itself first, with `verifyProof`.
 * @param root hex of the anchored root, without `0x`; without it, nothing but the block's number leaves this machine.
 * @throws {@link RpcError} when the node does not answer, which says nothing about the proof.
 */
export async function checkAnchor(
  { call }: ChainNode,
  anchor: NamedAnchor,
  root: string | undefined,
): Promise<AnchorFinding> {
  const found = await canonicalBlock(call, anchor, { isFull: false, isOpen: root !== undefined })
  return 'status' in found ? found : foundIn(call, anchor, found.latest, root)
}

/**
 * Returns the canonical block of an anchor, or a finding that says why it is missing.
 * @param isFull with its transactions.
 * @param isOpen whether the node may learn which transaction is meant.
 */
export async function canonicalBlock(
  call: RpcCall,
  anchor: NamedAnchor,
  { isFull, isOpen }: { readonly isFull: boolean; readonly isOpen: boolean },
): Promise<{ readonly block: ShownBlock; readonly latest: number } | AnchorFinding> {
  if (anchor.blockNumber === undefined) {
    return isOpen ? findPending(call, anchor) : { status: 'pending', blockNumber: undefined, known: false }
  }
  const block = await blockAt(call, anchor.blockNumber, isFull)
  // Asked for afterwards: the chain may grow in between.
  const latest = integer(await call('eth_blockNumber'), 'eth_blockNumber')
  if (block === null) return { status: 'missing', latest }
  if (latest < block.number) {
    throw new RpcError(`the node shows block ${block.number}, but says that its latest is ${latest}`)
  }
  // Without a named hash, any canonical block will do.
  if (anchor.blockHash === undefined || block.hash === anchor.blockHash)
    return { block: sameTime(block, anchor), latest }
  const movedTo = isOpen ? await blockOf(call, anchor.transactionId) : undefined
  return { status: 'reorged', canonicalHash: block.hash, movedTo }
}

/** One hash has one time: an anchor that states another one was not verified. */
function sameTime(block: ShownBlock, { blockTime = block.time }: NamedAnchor): ShownBlock {
  if (block.time === blockTime) return block
  throw new RpcError(`block ${block.number} is dated ${block.time}, not ${blockTime}: verify the proof first`)
}

async function foundIn(
  call: RpcCall,
  anchor: NamedAnchor,
  latest: number,
  root: string | undefined,
): Promise<AnchorFinding> {
  const recordedAt = await recordedBy(call, root, anchor)
  const finalized = await isFinalized(call, anchor.blockNumber!)
  return { status: 'confirmed', confirmations: latest - anchor.blockNumber! + 1, finalized, recordedAt }
}

async function findPending(call: RpcCall, anchor: NamedAnchor): Promise<AnchorFinding> {
  const blockNumber = await blockOf(call, anchor.transactionId)
  const known = (await call('eth_getTransactionByHash', anchor.transactionId)) !== null
  return { status: 'pending', blockNumber, known }
}

/** Returns the number of a transaction's block, if the node knows one. */
async function blockOf(call: RpcCall, transactionId: string): Promise<number | undefined> {
  const receipt = await call('eth_getTransactionReceipt', transactionId)
  return isObject(receipt) && typeof receipt.blockNumber === 'string' ? Number(receipt.blockNumber) : undefined
}

/** The contract keeps the first time: the block's or, if the root was anchored before, an earlier one. Any later is not this anchor. */
async function recordedBy(
  call: RpcCall,
  root: string | undefined,
  { contract, notary, blockTime }: NamedAnchor,
): Promise<number | undefined | null> {
  if (root === undefined || contract === undefined || notary === undefined) return null
  const data = `${ANCHORED_AT}${notary.slice(2).padStart(64, '0')}${root}`
  const word = text(await call('eth_call', { to: contract, data }, 'latest'), 'eth_call')
  const recordedAt = /^0x[0-9a-fA-F]{64}$/.test(word) ? Number(BigInt(word)) : 0
  return recordedAt === 0 || recordedAt * 1000 > Date.parse(`${blockTime}`) ? undefined : recordedAt
}

/** Undefined when the node does not support the tag, as on some private chains. */
async function isFinalized(call: RpcCall, blockNumber: number): Promise<boolean | undefined> {
  try {
    const final = await blockAt(call, 'finalized')
    return final === null ? undefined : final.number >= blockNumber
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}
