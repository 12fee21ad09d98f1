import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Batches in the ledger, and the stamps in them. */
export interface Batches {
  batches: number
  stamps: number
}

const settleMsMax = 20_000

/** Counts batches and their stamps. */
export async function batchesOf(client: pg.Client): Promise<Batches> {
  const { rows } = await client.query<{ batches: string; stamps: string }>(
    "SELECT count(*) AS batches, coalesce(sum(size), 0) AS stamps FROM batches WHERE purpose = 'anchor'",
  )
  return { batches: Number(rows[0]?.batches), stamps: Number(rows[0]?.stamps) }
}

/** Waits until all batches are in blocks: what follows after the answers is part of a stamp's cost. */
export async function untilInBlocks(client: pg.Client): Promise<void> {
  const deadline = performance.now() + settleMsMax
  for (;;) {
    const { rows } = await client.query('SELECT FROM batches WHERE state = 0 LIMIT 1')
    if (rows.length === 0) return
    if (performance.now() > deadline) throw new Error('some batches are in no block: the service has stopped tracking')
    await sleep(100)
  }
}
