import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Kind and duration of the load. */
export interface LoadOptions {
  port: number
  path: string
  token: string
  connections: number
  /** Time at the start whose replies are not counted. */
  warmupMs: number
  measureMs: number
  /** Bytes of metadata with each hash; none by default. */
  metadataBytes?: number
  /** Requests a second over all connections; without it each connection sends as soon as it has its reply. */
  perSecond?: number
}

/** Measured load. */
export interface LoadResult {
  connections: number
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Number of replies that are not 2xx, by status. */
  non2xx: Record<string, number>
}

const generator = fileURLToPath(new URL('../dist/generator.js', import.meta.url))

/**
 * Sends `POST path {"hash": random}`, with metadata if wanted, from a separate process.
 * @throws Error when the server closes a connection or cannot be reached.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [generator, JSON.stringify(options)])
  return JSON.parse(stdout)
}

/** Returns the result. @throws Error when a reply was not 2xx, because a rate of refusals is not a measurement. */
export function requireSuccess(result: LoadResult): LoadResult {
  const refused = JSON.stringify(result.non2xx)
  if (refused !== '{}') throw new Error(`some replies are not 2xx, by status: ${refused}`)
  return result
}

/** Returns the median; of two middle values the higher. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) throw new Error('no values')
  return middle
}
