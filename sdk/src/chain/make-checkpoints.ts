import { type Checkpoint, chainName, MAX_CHECKPOINTS, type UnsignedCheckpoints } from '@tallystick/proof'
import { type ChainNode, connect, hashOf, hexNumber, integer, text } from './node.js'
import { isObject, RpcError } from './rpc.js'

/** Which blocks to list. */
export type CheckpointRange = {
  /** Lists every n-th block. */
  readonly every: number
  /** Also lists these. */
  readonly blocks: readonly number[]
}

/** Blocks that are asked for at once. */
const CONCURRENCY = 8

/**
 * Asks nodes for blocks of their chain, up to the latest that all of them consider final (or know, on a chain without finality).
 * @throws {@link RpcError} when a node does not answer, they are of different chains, or they contradict each other; Error when the list
 * would be too long.
 */
export async function makeCheckpoints(urls: readonly string[], range: CheckpointRange): Promise<UnsignedCheckpoints> {
  const nodes = await Promise.all(urls.map((url) => connect(url)))
  const [chain = '', other] = new Set(nodes.map((node) => node.chain))
  if (other !== undefined) {
    throw new RpcError(`the nodes are of different chains: ${chainName(chain)} and ${chainName(other)}`)
  }
  const last = Math.min(...(await Promise.all(nodes.map(lastFinal))))
  const beyond = range.blocks.find((number) => number > last)
  if (beyond !== undefined) throw new RpcError(`block ${beyond} is not final yet: the last final one is ${last}`)
  const count = Math.floor(last / range.every) + 1 + range.blocks.length
  if (count > MAX_CHECKPOINTS) {
    const [listed, most] = [count.toLocaleString('en'), MAX_CHECKPOINTS.toLocaleString('en')]
    throw new Error(`that would list ${listed} blocks, but a list holds ${most} at most: raise --every`)
  }
  const regular = Array.from({ length: Math.floor(last / range.every) + 1 }, (_, i) => i * range.every)
  const numbers = [...new Set([...regular, ...range.blocks, last])].sort((a, b) => a - b)
  return {
    format: 'tallystick-checkpoints',
    version: 1,
    chain,
    genesisHash: (await agreed(nodes, 0)).hash,
    nodes: [...new Set(nodes.map(({ host }) => host))],
    madeAt: new Date().toISOString(),
    blocks: await inOrder(numbers, (number) => agreed(nodes, number)),
  }
}

async function lastFinal({ call }: ChainNode): Promise<number> {
  const final = await call('eth_getBlockByNumber', 'finalized', false).catch((error) => {
    // A node without the tag refuses; an unreachable node is a reason to stop.
    if (error instanceof RpcError && error.cause === undefined) return null
    throw error
  })
  if (isObject(final)) return integer(final.number, 'eth_getBlockByNumber')
  return integer(await call('eth_blockNumber'), 'eth_blockNumber')
}

/** Returns a block on which all nodes agree. */
async function agreed(nodes: readonly ChainNode[], number: number): Promise<Checkpoint> {
  const blocks = await Promise.all(nodes.map(({ call }) => call('eth_getBlockByNumber', hexNumber(number), false)))
  const [first, ...others] = blocks.map((block, i): Checkpoint => {
    if (!isObject(block)) throw new RpcError(`${nodes[i]?.host} does not have block ${number}`)
    const seconds = integer(text(block.timestamp, 'eth_getBlockByNumber'), 'eth_getBlockByNumber')
    return { number, hash: hashOf(block), time: new Date(seconds * 1000).toISOString() }
  })
  const different = others.findIndex(({ hash, time }) => hash !== first?.hash || time !== first.time)
  if (different < 0) return first!
  throw new RpcError(`${nodes[0]?.host} and ${nodes[different + 1]?.host} contradict each other about block ${number}`)
}

/** Maps numbers to results in their order, some at a time. */
async function inOrder<Result>(
  numbers: readonly number[],
  make: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const open = numbers.entries()
  const work = async () => {
    for (const [i, number] of open) results[i] = await make(number)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return results
}
