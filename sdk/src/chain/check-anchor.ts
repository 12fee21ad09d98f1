import type { CheckableAnchor, ProofAnchor } from '@tallystick/proof'
import type { RpcObject } from '@tallystick/proof/ethereum'
import { isObject, type RpcCall, RpcError, type RpcOptions, rpcCaller } from './rpc.js'

/** A node's answer about an anchor. */
export type AnchorFinding =
  /** The block is part of the node's chain, and the contract recorded the root. */
  | {
      readonly status: 'confirmed'
      readonly confirmations: number
      /** Whether the node considers the block final; undefined when it does not say. */
      readonly finalized: boolean | undefined
      /** Time of the first record of the root in the contract, Unix seconds. */
      readonly recordedAt: number
    }
  /** The node belongs to another chain. */
  | { readonly status: 'wrong-chain'; readonly chain: string }
  /** The chain has another block at this number. `movedTo` is the transaction's current block, if the node knows it. */
  | { readonly status: 'reorged'; readonly canonicalHash: string; readonly movedTo: number | undefined }
  /** The node has no block of this number: its chain is shorter, or still syncing. */
  | { readonly status: 'missing'; readonly latest: number }
  /** The block exists, but the contract did not record the root by then: the transaction failed, or there is no contract. */
  | { readonly status: 'not-recorded'; readonly recordedAt: number | undefined }
  /** The proof was issued before there was a block. `blockNumber` is the transaction's block by now. */
  | { readonly status: 'pending'; readonly blockNumber: number | undefined; readonly known: boolean }

/** First four bytes of Keccak-256 of `anchoredAt(address,bytes32)`. */
const ANCHORED_AT = '0xf8c2919d'

/** The members of an anchor that say where it should be. */
export type NamedAnchor = Pick<ProofAnchor, 'chain' | 'transactionId' | 'blockHash' | 'blockNumber'>

/**
 * Asks a node whether an anchor is part of its chain: compares chain id and canonical block hash, and reads what the Notary
 * contract recorded. Verify the anchor itself first, with `verifyProof`.
 * @param root hex of the anchored root, without `0x`.
 * @throws RpcError when the node does not answer, which says nothing about the proof.
 */
export async function checkAnchor(
  rpcUrl: string,
  root: string,
  anchor: CheckableAnchor,
  options: RpcOptions = {},
): Promise<AnchorFinding> {
  const call = rpcCaller(rpcUrl, options)
  const found = await canonicalBlock(call, anchor, false)
  return 'status' in found ? found : recordedIn(call, root, anchor, found.latest)
}

/** Returns the canonical block of an anchor, with its transactions if `isFull`, or a finding that says why there is none. */
export async function canonicalBlock(
  call: RpcCall,
  anchor: NamedAnchor,
  isFull: boolean,
): Promise<{ readonly block: RpcObject; readonly latest: number } | AnchorFinding> {
  const chain = `eip155:${quantity(await call('eth_chainId'), 'eth_chainId')}`
  if (chain !== anchor.chain) return { status: 'wrong-chain', chain }
  if (anchor.blockNumber === undefined) return findPending(call, anchor)
  const latest = integer(await call('eth_blockNumber'), 'eth_blockNumber')
  const block = await call('eth_getBlockByNumber', hexNumber(anchor.blockNumber), isFull)
  if (block === null) return { status: 'missing', latest }
  const canonicalHash = hashOf(block)
  // Without a named hash, any canonical block will do.
  if (anchor.blockHash === undefined || canonicalHash === anchor.blockHash) return { block: block as RpcObject, latest }
  return { status: 'reorged', canonicalHash, movedTo: await blockOf(call, anchor.transactionId) }
}

/** Reads what the contract recorded about the root of an anchor in a canonical block. */
export async function recordedIn(
  call: RpcCall,
  root: string,
  anchor: CheckableAnchor,
  latest: number,
): Promise<AnchorFinding> {
  const recordedAt = await anchoredAt(call, root, anchor)
  // The contract keeps the first time: this block's or, if the root was anchored before, an earlier one.
  if (!recordedAt || recordedAt * 1000 > Date.parse(`${anchor.blockTime}`))
    return { status: 'not-recorded', recordedAt }
  const finalized = await isFinalized(call, anchor.blockNumber!)
  return { status: 'confirmed', confirmations: latest - anchor.blockNumber! + 1, finalized, recordedAt }
}

async function findPending(call: RpcCall, anchor: NamedAnchor): Promise<AnchorFinding> {
  const blockNumber = await blockOf(call, anchor.transactionId)
  const known = (await call('eth_getTransactionByHash', anchor.transactionId)) !== null
  return { status: 'pending', blockNumber, known }
}

/** Returns the number of a transaction's block, if the node knows one. */
export async function blockOf(call: RpcCall, transactionId: string): Promise<number | undefined> {
  const receipt = await call('eth_getTransactionReceipt', transactionId)
  return isObject(receipt) && typeof receipt.blockNumber === 'string' ? Number(receipt.blockNumber) : undefined
}

/** Undefined when the contract does not exist. */
async function anchoredAt(call: RpcCall, root: string, anchor: CheckableAnchor): Promise<number | undefined> {
  const data = `${ANCHORED_AT}${anchor.notary.slice(2).padStart(64, '0')}${root}`
  const word = text(await call('eth_call', { to: anchor.contract, data }, 'latest'), 'eth_call')
  return /^0x[0-9a-fA-F]{64}$/.test(word) ? Number(BigInt(word)) : undefined
}

/** Undefined when the node does not support the tag, as on some private chains. */
async function isFinalized(call: RpcCall, blockNumber: number): Promise<boolean | undefined> {
  try {
    const block = await call('eth_getBlockByNumber', 'finalized', false)
    return isObject(block) ? integer(block.number, 'eth_getBlockByNumber') >= blockNumber : undefined
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

function hashOf(block: unknown): string {
  return text(isObject(block) ? block.hash : undefined, 'eth_getBlockByNumber').toLowerCase()
}

function integer(value: unknown, method: string): number {
  return Number(quantity(value, method))
}

function quantity(value: unknown, method: string): bigint {
  const digits = text(value, method)
  return digits === '0x' ? badAnswer(method) : BigInt(digits)
}

function text(value: unknown, method: string): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value
  return badAnswer(method)
}

function badAnswer(method: string): never {
  throw new RpcError(`the node's answer to ${method} is malformed`)
}

function hexNumber(value: number): string {
  return `0x${value.toString(16)}`
}
