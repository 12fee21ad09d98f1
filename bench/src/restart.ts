import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.js'
import { startChainNode } from './chain-node.js'
import { load, median } from './load.js'
import { startService } from './processes.js'
import { table } from './table.js'

/** How often, and under which load. */
export interface RestartOptions {
  rounds: number
  connections: number
  /** Load before each kill. */
  measureMs: number
}

/** Kills the service under load and measures how long its next start takes, with a key of its own. Returns a Markdown table. */
export async function benchRestart({ rounds, connections, measureMs }: RestartOptions): Promise<string> {
  const node = await startChainNode(['--block-time', '1'])
  const key = `0x${randomBytes(32).toString('hex')}`
  const settings = { RPC_URL: node.url, CONTRACT_ADDRESS: node.contract, SIGNER_KEY: key, FINALITY: '1' }
  const service = await startService([], settings).catch(async (error) => {
    await node.stop()
    throw error
  })
  try {
    const { notaries } = await ask<{ notaries: string[] }>(service, 'GET', '/network')
    for (const address of notaries) await node.fund(address)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { port, token } = service
      // Ends with an error, since the service closes its connections.
      const underLoad = load({ port, token, path: '/hash', connections, warmupMs: 0, measureMs: 600_000 }).catch(
        () => {},
      )
      await sleep(measureMs)
      times.push(await service.killAndStart())
      await underLoad
    }
    const seconds = (ms: number) => (ms / 1000).toFixed(2)
    return table(
      ['starts', 'median, s to /readyz', 'slowest'],
      [[String(rounds), seconds(median(times)), seconds(Math.max(...times))]],
    )
  } finally {
    await service.stop()
    await node.stop()
  }
}
