import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** What to send, and for how long. */
export interface LoadOptions {
  port: number
  path: string
  token: string
  connections: number
  /** Replies in this first time are not counted. */
  warmupMs: number
  measureMs: number
}

/** What came of it. */
export interface LoadResult {
  connections: number
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Replies that were no success, by status. */
  non2xx: Record<string, number>
}

const generator = fileURLToPath(new URL('../dist/generator.js', import.meta.url))

/**
 * Sends `POST path {"hash": random}` in a process of its own.
 * @throws Error when the server hangs up or cannot be reached.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [generator, JSON.stringify(options)])
  return JSON.parse(stdout)
}

/** @throws Error when a reply was no success: a rate of refusals is no measurement. */
export function requireSuccess(result: LoadResult): LoadResult {
  const refused = JSON.stringify(result.non2xx)
  if (refused !== '{}') throw new Error(`replies were refused, by status: ${refused}`)
  return result
}

/** The middle one; of two middle ones the higher. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) throw new Error('no values')
  return middle
}
