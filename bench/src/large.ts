import { type LoadResult, load, median } from './load.js'
import { startService } from './processes.js'
import { decimals, table } from './table.js'

/** Amount of work to measure. */
export interface LargeOptions {
  /** Bytes of metadata in each stamp of one account. */
  metadataBytes: number
  /** Connections of that account; another one sends on a single connection. */
  connections: number
  rounds: number
  measureMs: number
}

/** The other account begins once the load is on. */
const leadMs = 2000
const lastMs = 500

/**
 * Measures the stamps of one account beside many of another: small ones and large ones in turns, with one service.
 *
 * @returns a Markdown table, how many times longer they take beside large ones, and how many requests failed
 */
export async function benchLarge({ metadataBytes, connections, rounds, measureMs }: LargeOptions): Promise<string> {
  const service = await startService()
  try {
    const { port, token } = service
    const other = await service.login('other')
    const beside = async (bytes: number): Promise<[crowd: LoadResult, alone: LoadResult]> => {
      const all = { port, path: '/hash' }
      const crowdMs = leadMs + measureMs + lastMs
      const crowd = load({ ...all, token, connections, warmupMs: 0, measureMs: crowdMs, metadataBytes: bytes })
      const one = load({ ...all, token: other, connections: 1, warmupMs: leadMs, measureMs })
      return [await crowd, await one]
    }
    const rows: string[][] = []
    const ratios: number[] = []
    const answers = { sent: 0, answered: 0, serverErrors: 0 }
    for (let round = 1; round <= rounds; round++) {
      const p50Ms: number[] = []
      for (const bytes of [0, metadataBytes]) {
        const [crowd, one] = await beside(bytes)
        p50Ms.push(one.p50Ms)
        answers.sent += one.requests
        answers.answered += one.requests - repliesOf(one, () => true)
        for (const result of [crowd, one]) answers.serverErrors += repliesOf(result, (status) => status.startsWith('5'))
        const own = [String(one.requests), decimals(one.p50Ms), decimals(one.p99Ms), decimals(one.maxMs)]
        rows.push([String(round), String(bytes), crowd.perSecond.toFixed(0), ...own])
      }
      ratios.push((p50Ms[1] as number) / (p50Ms[0] as number))
    }
    const head = [
      'round',
      `metadata, bytes (${connections} connections)`,
      'stamps/s',
      'others',
      'p50 ms',
      'p99 ms',
      'max ms',
    ]
    const { sent, answered, serverErrors } = answers
    return [
      `${table(head, rows)}\n`,
      `p50 of the others beside large stamps ÷ beside small ones: ${decimals(median(ratios))}`,
      `stamps of the others that were made: ${answered} of ${sent}; 5xx, of either account: ${serverErrors}`,
    ].join('\n')
  } finally {
    await service.stop()
  }
}

/** Counts replies that are not 2xx, of some statuses. */
function repliesOf({ non2xx }: LoadResult, isOf: (status: string) => boolean): number {
  return Object.entries(non2xx).reduce((sum, [status, count]) => sum + (isOf(status) ? count : 0), 0)
}
