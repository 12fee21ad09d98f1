import type { Database, Queryable } from '../base/database/db.js'

/** Replaces all rows by the current ones; what stays keeps its time. */
const replaceTroubles = `
WITH gone AS (DELETE FROM batch_troubles WHERE batch_id <> ALL($1::uuid[]))
INSERT INTO batch_troubles (batch_id, why) SELECT * FROM unnest($1::uuid[], $2::text[])
ON CONFLICT (batch_id) DO UPDATE SET why = EXCLUDED.why WHERE batch_troubles.why <> EXCLUDED.why`

const oldestTrouble = `
SELECT count(*)::int AS batches, min(since) AS since, (array_agg(why ORDER BY since, batch_id))[1] AS why
  FROM batch_troubles WHERE since <= now() - $1 * interval '1 second' HAVING count(*) > 0`

const replaceChainTroubles = `
WITH gone AS (DELETE FROM chain_troubles WHERE what <> ALL($1::text[]))
INSERT INTO chain_troubles (what, why) SELECT * FROM unnest($1::text[], $2::text[])
ON CONFLICT (what) DO UPDATE SET why = EXCLUDED.why WHERE chain_troubles.why <> EXCLUDED.why`

const oldestChainTrouble = `
SELECT 0 AS batches, since, why FROM chain_troubles WHERE since <= now() - $1 * interval '1 second'
 ORDER BY since, what LIMIT 1`

const troubleOfLane = `
SELECT why FROM (
  SELECT t.why, 0 AS part, b.nonce FROM batch_troubles t JOIN batches b ON b.id = t.batch_id WHERE b.lane_id = $1
  UNION ALL SELECT why, 1, 0 FROM chain_troubles) AS found
 ORDER BY part, nonce LIMIT 1`

/** Answers that a node corrects within this time don't count as trouble: it may be behind a load balancer. */
const patienceSeconds = 30

/**
 * Pending batches that something keeps from being confirmed: how many, since when, and why the oldest. With none, it is about the
 * chain as its nodes show it.
 */
export interface Trouble {
  batches: number
  since: Date
  why: string
}

/** Returns what has kept batches from being confirmed, or final, for half a minute or more, if anything. */
export async function troubleIn(database: Queryable): Promise<Trouble | null> {
  const [trouble] = await database.query<Trouble>(oldestTrouble, [patienceSeconds])
  if (trouble) return trouble
  const [ofChain] = await database.query<Trouble>(oldestChainTrouble, [patienceSeconds])
  return ofChain ?? null
}

/** Returns what keeps the oldest batch of a lane waiting, if it is known, or what is wrong with the chain. */
export async function troubleOf(database: Queryable, lane: number): Promise<string | null> {
  const [trouble] = await database.query<{ why: string }>(troubleOfLane, [lane])
  return trouble?.why ?? null
}

/** Says so in a sentence, for readiness and the log. */
export function troubleText({ batches, since, why }: Trouble): string {
  if (batches === 0) return `The chain is not followed since ${since.toISOString()}: ${why}`
  const these = batches === 1 ? 'A transaction is' : `${batches} transactions are`
  return `${these} not confirmed since ${since.toISOString()}: ${why}`
}

/** The tracker's notes of one step. They reach the database when they differ from those of the step before. */
export class TroubleNotes {
  private readonly whys = new Map<string, string>()
  private readonly ofChain = new Map<string, string>()
  private written: string | undefined

  note(batchId: string, why: string): void {
    this.whys.set(batchId, why)
  }

  /** Notes what is wrong with the chain as its nodes show it, in one respect. */
  noteChain(what: string, why: string): void {
    this.ofChain.set(what, why)
  }

  /** Records the notes as all there are, and starts over. */
  async flush(database: Database): Promise<void> {
    const notes = JSON.stringify([[...this.whys], [...this.ofChain]])
    if (notes !== this.written) {
      await database.execute(replaceTroubles, [[...this.whys.keys()], [...this.whys.values()]])
      await database.execute(replaceChainTroubles, [[...this.ofChain.keys()], [...this.ofChain.values()]])
      this.written = notes
    }
    this.whys.clear()
    this.ofChain.clear()
  }
}
