import type { Database, Queryable } from '../base/db.js'

/** Replaces all rows by the current ones; what stays keeps its time. */
const replaceTroubles = `
WITH gone AS (DELETE FROM batch_troubles WHERE batch_id <> ALL($1::uuid[]))
INSERT INTO batch_troubles (batch_id, why) SELECT * FROM unnest($1::uuid[], $2::text[])
ON CONFLICT (batch_id) DO UPDATE SET why = EXCLUDED.why WHERE batch_troubles.why <> EXCLUDED.why`

const oldestTrouble = `
SELECT count(*)::int AS batches, min(since) AS since, (array_agg(why ORDER BY since, batch_id))[1] AS why
  FROM batch_troubles WHERE since <= now() - $1 * interval '1 second' HAVING count(*) > 0`

/** Answers that a node corrects within this time are no trouble: it may be behind a load balancer. */
const patienceSeconds = 30

/** Pending batches that something keeps from being confirmed: how many, since when, and why the oldest. */
export interface Trouble {
  batches: number
  since: Date
  why: string
}

/** Returns what has kept batches from being confirmed for half a minute or more, if anything. */
export async function troubleIn(database: Queryable): Promise<Trouble | null> {
  const [trouble] = await database.query<Trouble>(oldestTrouble, [patienceSeconds])
  return trouble ?? null
}

/** Says so in a sentence, for readiness and the log. */
export function troubleText({ batches, since, why }: Trouble): string {
  const these = batches === 1 ? 'A transaction is' : `${batches} transactions are`
  return `${these} not confirmed since ${since.toISOString()}: ${why}`
}

/** The tracker's notes of one step. They reach the database when they differ from those of the step before. */
export class TroubleNotes {
  private readonly whys = new Map<string, string>()
  private written: string | undefined

  note(batchId: string, why: string): void {
    this.whys.set(batchId, why)
  }

  /** Records the notes as all there are, and starts over. */
  async flush(database: Database): Promise<void> {
    const notes = JSON.stringify([...this.whys])
    if (notes !== this.written) {
      await database.execute(replaceTroubles, [[...this.whys.keys()], [...this.whys.values()]])
      this.written = notes
    }
    this.whys.clear()
  }
}
