import type pg from 'pg'
import { type LoadResult, load, requireSuccess } from '../load.js'
import type { Service } from '../processes.js'
import { batchesOf, untilInBlocks } from './batches.js'
import { type Cost, startCounting } from './cost.js'

/** The work of one service in its turn. */
export interface Turn extends LoadResult, Cost {
  /** Of the whole turn, as its costs are: with those while it warms up. */
  batches: number
  stamps: number
}

/** How long a turn is. */
export interface TurnOptions {
  connections: number
  warmupMs: number
  measureMs: number
}

/** Sends stamps to a service, and counts what that costs it until all of them are in blocks. */
export async function takeTurn(service: Service, client: pg.Client, options: TurnOptions): Promise<Turn> {
  const { port, token, pid } = service
  const earlier = await batchesOf(client)
  const costs = await startCounting(pid)
  const sent = requireSuccess(await load({ port, token, path: '/hash', ...options }))
  await untilInBlocks(client)
  const cost = await costs()
  const later = await batchesOf(client)
  return {
    ...sent,
    ...cost,
    batches: later.batches - earlier.batches,
    stamps: later.stamps - earlier.stamps,
  }
}
