import type { Logger } from 'pino'
import type { Database } from '../base/database/db.js'
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
  logger: Pick<Logger, 'warn'>
  /** Aborted when the service stops. */
  signal: AbortSignal
}

/** Asks the witnesses that are due, each about one tree. @returns whether more may be due */
export async function askDue({ database, witnesses, logger, signal }: Asking): Promise<boolean> {
  const byName = new Map(witnesses.map((witness) => [`${witness.kind} ${witness.address}`, witness]))
  const due = await database.query<sql.DueStatement>(sql.claimDue, [[...byName.keys()], atOnce])
  await Promise.all(
    due.map(async (asked) => {
      const { tree_id, kind, witness } = asked
      const key = [tree_id, kind, witness]
      try {
        const answer = await (byName.get(`${kind} ${witness}`) as Witness).ask(asked.root, asked.pending, signal)
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
