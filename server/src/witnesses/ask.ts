import { type StatedTime, timeProblem } from '@tallystick/proof'
import type { Logger } from 'pino'
import type { Database } from '../base/database/db.js'
import { createdAt, createdMs } from '../base/ids.js'
import * as sql from './sql.js'
import type { Witness } from './witness.js'
import { wordsOf } from './words.js'

const atOnce = 8
/** Calendars take hours, and ask clients not to ask often. */
const pendingMs = 10 * 60_000

/** Dependencies of {@link askDue}. */
export interface Asking {
  database: Database
  witnesses: readonly Witness[]
  /** How far clocks may differ. */
  toleranceMs: number
  timeOfDay?: () => number
  logger: Pick<Logger, 'warn'>
  /** Aborted when the service stops. */
  signal: AbortSignal
}

/** Asks the witnesses that are due, each about one tree. @returns whether more may be due */
export async function askDue(asking: Asking): Promise<boolean> {
  const { database, witnesses, logger, signal } = asking
  const byName = new Map(witnesses.map((witness) => [`${witness.kind} ${witness.address}`, witness]))
  const due = await database.query<sql.DueStatement>(sql.claimDue, [[...byName.keys()], atOnce])
  await Promise.all(
    due.map(async (asked) => {
      const { tree_id, kind, witness } = asked
      const key = [tree_id, kind, witness]
      try {
        const answer = await (byName.get(`${kind} ${witness}`) as Witness).ask(asked.root, asked.pending, signal)
        if ('statement' in answer && answer.at) refuseTime(answer.at, tree_id, asking)
        // Statement and state are one: a row with a statement is never asked about again.
        if ('statement' in answer) await database.execute(sql.keepStatement, [...key, answer.statement])
        else await database.execute(sql.keepPending, [...key, answer.pending, pendingMs])
      } catch (error) {
        logger.warn({ err: error, witness, tree: tree_id }, 'a witness has not answered, asking again later')
        await database.execute(sql.keepFailure, [...key, wordsOf(error)])
      }
    }),
  )
  return due.length === atOnce && !signal.aborted
}

/** Refuses a statement that can't be about this tree, made now. @throws {Error} and the witness is asked again */
function refuseTime(at: StatedTime, treeId: string, { toleranceMs, timeOfDay = Date.now }: Asking): void {
  const problem = timeProblem(at, { notBeforeMs: createdMs(treeId), nowMs: timeOfDay(), toleranceMs })
  if (problem === null) return
  const why = problem === 'early' ? `before the tree was made (${createdAt(treeId)})` : 'which is in the future'
  throw new Error(`the statement is dated ${new Date(at.timeMs).toISOString()}, ${why}`)
}
