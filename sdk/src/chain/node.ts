import { chainName, knownChains, ProofError, timeText, toHex } from '@tallystick/proof'
import { type RpcObject, readRpcHeader } from '@tallystick/proof/ethereum'
import { type Places, placesOf } from './place.js'
import { isObject, type RpcCall, RpcError, type RpcOptions, rpcCaller } from './rpc.js'

/** A node whose chain is known. */
export type ChainNode = {
  readonly host: string
  readonly places: Places
  /** CAIP-2 ID. */
  readonly chain: string
  /** Whether block 0 is that of the chain; undefined when the node does not show it, or the chain is not a known one. */
  readonly isGenesisRight: true | undefined
  readonly call: RpcCall
}

/**
 * Asks a node which chain it is of. A number alone says little: anyone can start a chain with the number 1. So a node of a known
 * chain has to show the right block 0.
 * @throws {@link RpcError} when the node does not answer, or its block 0 is that of another chain.
 */
export async function connect(url: string, options: RpcOptions = {}): Promise<ChainNode> {
  const call = rpcCaller(url, options)
  const { host } = new URL(url)
  const chain = `eip155:${quantity(await call('eth_chainId'), 'eth_chainId')}`
  const node = { host, places: await placesOf(url), chain, isGenesisRight: undefined, call }
  const genesisHash = knownChains.get(chain)?.genesisHash
  if (genesisHash === undefined) return node
  const shown = await genesisOf(call).catch(unlessUnreachable)
  if (shown === null) return node
  if (shown === genesisHash) return { ...node, isGenesisRight: true }
  throw new RpcError(
    `${host} has the chain number of ${chainName(chain)}, but another first block: it is a node of another chain`,
  )
}

/** A node may refuse to show old blocks. */
function unlessUnreachable(error: unknown): null {
  if (error instanceof RpcError && error.cause === undefined) return null
  throw error
}

/**
 * Returns the hash that a node states for block 0, in lower case; null when it does not show one. Its header is not rebuilt: some chains
 * hash the first one in a way of their own, and everyone can show that of any chain.
 */
export async function genesisOf(call: RpcCall): Promise<string | null> {
  const block = await call(method, '0x0', false)
  return isObject(block) ? text(block.hash, method).toLowerCase() : null
}

/** A block as its header says: the header hashes to the hash. */
export type ShownBlock = {
  readonly number: number
  readonly hash: string
  /** As in a proof. */
  readonly time: string
  /** The node's answer. */
  readonly rpc: RpcObject
}

/** The node stated a hash that its header does not have: it says something wrong, or its chain hashes other things. */
export class HeaderError extends RpcError {}

/**
 * Asks a node for a block of its chain; null when it has none. Number and time are those of the header, rebuilt from the answer, so a
 * node can state none but those that the hash covers.
 * @throws {@link HeaderError} when the header does not have the hash, {@link RpcError} when it is of another number than was asked for.
 */
export async function blockAt(call: RpcCall, which: number | 'finalized', isFull = false): Promise<ShownBlock | null> {
  const rpc = await call(method, which === 'finalized' ? which : hexNumber(which), isFull)
  if (rpc === null) return null
  if (!isObject(rpc)) throw badAnswer(method)
  const shown = headerIn(rpc)
  if (which !== 'finalized' && shown.number !== which) {
    throw new RpcError(`the node answered with block ${shown.number} when asked for block ${which}`)
  }
  return shown
}

function headerIn(rpc: RpcObject): ShownBlock {
  try {
    const { number, hash, time } = readRpcHeader(rpc)
    return { number, hash: `0x${toHex(hash)}`, time: timeText(time), rpc }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new HeaderError(`the node's block contradicts itself: ${error.message}`, { cause: error })
  }
}

const method = 'eth_getBlockByNumber'

/** Reads a quantity as a number. @throws {@link RpcError} when it isn't one. */
export function integer(value: unknown, method: string): number {
  return Number(quantity(value, method))
}

function quantity(value: unknown, method: string): bigint {
  const digits = text(value, method)
  if (digits === '0x') throw badAnswer(method)
  return BigInt(digits)
}

/** Reads a hex string. @throws {@link RpcError} when it isn't one. */
export function text(value: unknown, method: string): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value
  throw badAnswer(method)
}

function badAnswer(method: string): RpcError {
  return new RpcError(`the node's answer to ${method} is malformed`)
}

/** Writes a number as JSON-RPC does. */
function hexNumber(value: number): string {
  return `0x${value.toString(16)}`
}
