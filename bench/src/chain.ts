import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChainNode, startChainNode } from './chain-node.js'
import { median } from './load.js'
import { type Service, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Amount of work to measure. */
export interface ChainOptions {
  /** Stamps to follow until they are in a block. */
  stamps: number
  /** Blocks to mine, with one anchoring each. */
  blocks: number
}

const window = 500
const pollMs = 10
const confirmMsMax = 30_000

/** Measures the milliseconds from sending a stamp to reading that it is in a block. */
async function stampToConfirmed({ port, token }: Service): Promise<number> {
  const url = `http://127.0.0.1:${port}/hash`
  const authorization = `Bearer ${token}`
  const hash = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  const from = performance.now()
  const headers = { authorization, 'content-type': 'application/json' }
  const added = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ hash }) })
  if (added.status !== 200) throw new Error(`the stamp was answered with ${added.status}`)
  await added.arrayBuffer()
  while (performance.now() - from < confirmMsMax) {
    const read = await fetch(`${url}?id=${hash}`, { headers: { authorization } })
    const { data } = (await read.json()) as { data?: { state?: string } }
    if (data?.state === 'confirmed' || data?.state === 'final') return performance.now() - from
    await sleep(pollMs)
  }
  throw new Error(`the stamp was not confirmed within ${confirmMsMax} ms`)
}

/** Measures the milliseconds of each anchoring from send to receipt, one per block. */
async function anchorings(node: ChainNode, blocks: number): Promise<number[]> {
  const times: number[] = []
  for (let block = 0; block < blocks; block++) {
    const from = performance.now()
    await node.anchor()
    times.push(performance.now() - from)
  }
  return times
}

/** Measures the time from stamp to block, and anchorings on a short and a long chain. Returns two Markdown tables. */
export async function benchChain({ stamps, blocks }: ChainOptions): Promise<string> {
  const service = await startService()
  const confirmed: number[] = []
  try {
    for (let i = 0; i < stamps; i++) confirmed.push(await stampToConfirmed(service))
  } finally {
    await service.stop()
  }
  const node = await startChainNode()
  try {
    const times = await anchorings(node, blocks)
    const row = (name: string, part: number[]) => [
      name,
      decimals(median(part)),
      decimals(part.toSorted((a, b) => a - b)[Math.floor(part.length * 0.99)] ?? Number.NaN),
    ]
    return [
      table(
        ['stamps', 'median ms to a block', 'max ms'],
        [[String(stamps), median(confirmed).toFixed(0), Math.max(...confirmed).toFixed(0)]],
      ),
      table(
        ['anchorings, one a block', 'median ms', 'p99 ms'],
        [row(`first ${window}`, times.slice(0, window)), row(`last ${window} of ${blocks}`, times.slice(-window))],
      ),
    ].join('\n\n')
  } finally {
    await node.stop()
  }
}
