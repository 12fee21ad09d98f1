import { type Checkpoint, chainName, MAX_CHECKPOINTS, type UnsignedCheckpoints } from '@tallystick/proof'
import { blockAt, type ChainNode, connect, genesisOf, HeaderError, integer, type ShownBlock } from './node.js'
import { apart } from './place.js'
import { RpcError, RpcRefusal } from './rpc.js'

/** Which blocks to list. */
export type CheckpointRange = {
  /** Lists every n-th block. */
  readonly every: number
  /** Also lists these. */
  readonly blocks: readonly number[]
}

/** Blocks that are asked for at once. */
const CONCURRENCY = 8

/** A list, and what it lacks. */
export type MadeCheckpoints = {
  readonly list: UnsignedCheckpoints
  /** Numbers of blocks whose headers have another form than proofs can hold, as those from before a chain's move to today's headers. */
  readonly leftOut: readonly number[]
}

/**
 * Asks nodes for blocks of their chain, up to the latest that all of them consider final (or know, on a chain without finality).
 * @throws {@link RpcError} when a node does not answer, they are of different chains, or they contradict each other or themselves; Error
 * when the list would be too long.
 */
export async function makeCheckpoints(urls: readonly string[], range: CheckpointRange): Promise<MadeCheckpoints> {
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
  const needed = new Set([...range.blocks, last])
  const regular = Array.from({ length: Math.floor(last / range.every) + 1 }, (_, i) => i * range.every)
  const numbers = [...new Set([...regular, ...needed])].sort((a, b) => a - b)
  const blocks = await inOrder(numbers, (number) => agreed(nodes, number, needed.has(number)))
  return {
    list: {
      format: 'tallystick-checkpoints',
      version: 1,
      chain,
      genesisHash: await agreedGenesis(nodes),
      nodes: [...new Set(apart(nodes).map(({ host }) => host))],
      madeAt: new Date().toISOString(),
      blocks: blocks.filter((block) => block !== null),
    },
    leftOut: numbers.filter((_, i) => blocks[i] === null),
  }
}

async function lastFinal({ call }: ChainNode): Promise<number> {
  const final = await blockAt(call, 'finalized').catch((error) => {
    // A node without the tag refuses; an unreachable node is a reason to stop.
    if (error instanceof RpcRefusal) return null
    throw error
  })
  return final?.number ?? integer(await call('eth_blockNumber'), 'eth_blockNumber')
}

/**
 * Returns a block on which all nodes agree.
 * @param isNeeded whether to refuse, instead of null, when no node shows a header that has the block's hash
 */
async function agreed(nodes: readonly ChainNode[], number: number, isNeeded: boolean): Promise<Checkpoint | null> {
  const answers = await Promise.all(nodes.map((node) => shownBy(node, number)))
  const blocks = answers.flatMap((answer) => (answer instanceof HeaderError ? [] : [answer]))
  const problem = answers.find((answer) => answer instanceof HeaderError)
  if (problem !== undefined && (isNeeded || blocks.length > 0)) throw problem
  const [first, ...others] = blocks
  if (first === undefined) return null
  const different = others.findIndex(({ hash }) => hash !== first.hash)
  if (different < 0) return { number, hash: first.hash, time: first.time }
  throw new RpcError(`${nodes[0]?.host} and ${nodes[different + 1]?.host} contradict each other about block ${number}`)
}

async function shownBy({ call, host }: ChainNode, number: number): Promise<ShownBlock | HeaderError> {
  try {
    const block = await blockAt(call, number)
    if (block !== null) return block
  } catch (error) {
    if (error instanceof HeaderError) return error
    throw error
  }
  throw new RpcError(`${host} does not have block ${number}`)
}

async function agreedGenesis(nodes: readonly ChainNode[]): Promise<string> {
  const [hash, other] = new Set(await Promise.all(nodes.map(({ call }) => genesisOf(call))))
  if (typeof hash === 'string' && other === undefined) return hash
  throw new RpcError(hash && other ? 'the nodes contradict each other about block 0' : 'a node does not show block 0')
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
