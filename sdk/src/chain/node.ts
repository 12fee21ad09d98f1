import { chainName, knownChains } from '@tallystick/proof'
import { isObject, type RpcCall, RpcError, type RpcOptions, rpcCaller } from './rpc.js'

/** A node whose chain is known. */
export type ChainNode = {
  readonly host: string
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
  const genesisHash = knownChains.get(chain)?.genesisHash
  if (genesisHash === undefined) return { host, chain, isGenesisRight: undefined, call }
  const block = await call('eth_getBlockByNumber', '0x0', false).catch(unlessUnreachable)
  if (!isObject(block)) return { host, chain, isGenesisRight: undefined, call }
  if (hashOf(block) === genesisHash) return { host, chain, isGenesisRight: true, call }
  throw new RpcError(
    `${host} has the chain number of ${chainName(chain)}, but another first block: it is a node of another chain`,
  )
}

/** A node may refuse to show old blocks. */
function unlessUnreachable(error: unknown): null {
  if (error instanceof RpcError && error.cause === undefined) return null
  throw error
}

/** Returns the hash of a block in lower case. @throws {@link RpcError} when it has none. */
export function hashOf(block: unknown): string {
  return text(isObject(block) ? block.hash : undefined, 'eth_getBlockByNumber').toLowerCase()
}

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
export function hexNumber(value: number): string {
  return `0x${value.toString(16)}`
}
