import type { CheckableAnchor, ProofAnchor } from '@tallystick/proof'
import type { RpcObject } from '@tallystick/proof/ethereum'
import { isObject, type RpcCall, RpcError, type RpcOptions, rpcCaller } from './rpc.js'

/** What a node says about an anchor. */
export type AnchorFinding =
  /** The block is part of the node's chain, and the contract has recorded the root. */
  | {
      readonly status: 'confirmed'
      readonly confirmations: number
      /** Whether the node calls the block final; undefined when it does not say. */
      readonly finalized: boolean | undefined
      /** When the contract first recorded the root, seconds since 1970. */
      readonly recordedAt: number
    }
  /** The node is one of another chain. */
  | { readonly status: 'wrong-chain'; readonly chain: string }
  /** At this number the chain has another block. `movedTo` is where the transaction is now, if the node knows. */
  | { readonly status: 'reorged'; readonly canonicalHash: string; readonly movedTo: number | undefined }
  /** The node knows no block of this number: its chain is shorter, or it is not in step yet. */
  | { readonly status: 'missing'; readonly latest: number }
  /** The block is there, but the contract did not record the root (in time): the transaction failed, or there is none. */
  | { readonly status: 'not-recorded'; readonly recordedAt: number | undefined }
  /** The proof is from before the block: where the transaction is by now. */
  | { readonly status: 'pending'; readonly blockNumber: number | undefined; readonly known: boolean }

/** First four bytes of Keccak-256 of `anchoredAt(address,bytes32)`. */
const ANCHORED_AT = '0xf8c2919d'

/** Where an anchor is said to be. */
export type NamedAnchor = Pick<ProofAnchor, 'chain' | 'transactionId' | 'blockHash' | 'blockNumber'>

/**
 * Asks a node whether an anchor is part of its chain: chain id, canonical block hash at the anchor's number, and what
 * the Notary contract recorded. The anchor itself has to be verified before, by `verifyProof`.
 * @param root hex of the anchored root, without `0x`.
 * @throws RpcError when the node does not answer; that says nothing about the proof.
 */
export async function checkAnchor(
  rpcUrl: string,
  root: string,
  anchor: CheckableAnchor,
  options: RpcOptions = {},
): Promise<AnchorFinding> {
  const call = rpcCaller(rpcUrl, options)
  const place = await canonicalBlock(call, anchor, false)
  return 'status' in place ? place : recordedIn(call, root, anchor, place.latest)
}

/** The block that an anchor is said to be in, as the node's chain has it, with or without its transactions; or why there is none. */
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
  // Where no hash is named, whatever the chain has there is the block.
  if (anchor.blockHash === undefined || canonicalHash === anchor.blockHash) return { block: block as RpcObject, latest }
  return { status: 'reorged', canonicalHash, movedTo: await blockOf(call, anchor.transactionId) }
}

/** What the contract says of the root of an anchor that is in a canonical block. */
export async function recordedIn(
  call: RpcCall,
  root: string,
  anchor: CheckableAnchor,
  latest: number,
): Promise<AnchorFinding> {
  const recordedAt = await anchoredAt(call, root, anchor)
  // The contract keeps the first time, so it is this block's or, if the root had been anchored before, an earlier one.
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

/** Number of the block that a transaction is in, if the node knows one. */
export async function blockOf(call: RpcCall, transactionId: string): Promise<number | undefined> {
  const receipt = await call('eth_getTransactionReceipt', transactionId)
  return isObject(receipt) && typeof receipt.blockNumber === 'string' ? Number(receipt.blockNumber) : undefined
}

/** Undefined when there is no such contract. */
async function anchoredAt(call: RpcCall, root: string, anchor: CheckableAnchor): Promise<number | undefined> {
  const data = `${ANCHORED_AT}${anchor.notary.slice(2).padStart(64, '0')}${root}`
  const word = text(await call('eth_call', { to: anchor.contract, data }, 'latest'), 'eth_call')
  return /^0x[0-9a-fA-F]{64}$/.test(word) ? Number(BigInt(word)) : undefined
}

/** Undefined when the node has no word for it, as some private chains do not. */
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
  throw new RpcError(`the node's answer to ${method} is not of the right form`)
}

function hexNumber(value: number): string {
  return `0x${value.toString(16)}`
}
