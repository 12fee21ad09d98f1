import type { Logger } from 'pino'
import type { Database } from '../base/database/db.js'
import * as sql from './sql.js'
import { contradiction, type TimeNow } from './stated-time.js'
import type { Witness } from './witness.js'
import { wordsOf } from './words.js'

const atOnce = 8
/** Calendars take hours, and ask clients not to ask often. */
const pendingMs = 10 * 60_000

/** Dependencies of {@link AskInTurns}. */
export interface Asking extends TimeNow {
  database: Database
  witnesses: readonly Witness[]
  logger: Pick<Logger, 'warn'>
  /** Aborted when the service stops. */
  signal: AbortSignal
}

/**
 * Asks witnesses as they come free: one that hangs until its time is up is asked nothing else meanwhile, and the others don't wait
 * for it.
 */
export class AskInTurns {
  private readonly asking: Asking
  /** Questions under way, by witness. */
  private readonly busy = new Map<string, Promise<unknown>>()

  private readonly onFree: () => void

  /** @param onFree called when a witness has answered, or failed: it may be due again */
  constructor(asking: Asking, onFree: () => void) {
    this.asking = asking
    this.onFree = onFree
  }

  /** Asks whichever witnesses are free and due, until none is. Doesn't wait for their answers. */
  async step(): Promise<void> {
    for (let more = true; more && !this.asking.signal.aborted; ) {
      const witnesses = this.asking.witnesses.filter((witness) => !this.busy.has(keyOf(witness)))
      const due = witnesses.length > 0 ? await claim({ ...this.asking, witnesses }) : []
      const names = new Set(due.map(({ kind, witness }) => keyOf({ kind, address: witness })))
      for (const name of names) {
        const own = due.filter(({ kind, witness }) => keyOf({ kind, address: witness }) === name)
        const asked = Promise.all(own.map((one) => ask(this.asking, one))).catch((error) => {
          this.asking.logger.warn({ err: error, witness: name }, 'an answer was not kept, asking again later')
        })
        const free = () => {
          this.busy.delete(name)
          this.onFree()
        }
        this.busy.set(name, asked.then(free))
      }
      more = due.length === atOnce
    }
  }

  /** Resolves once no question is under way. */
  async ended(): Promise<void> {
    await Promise.all(this.busy.values())
  }
}

const keyOf = ({ kind, address }: Pick<Witness, 'kind' | 'address'>) => `${kind} ${address}`

function claim({ database, witnesses }: Asking): Promise<sql.DueStatement[]> {
  return database.query<sql.DueStatement>(sql.claimDue, [witnesses.map(keyOf), atOnce])
}

async function ask(asking: Asking, asked: sql.DueStatement): Promise<void> {
  const { database, witnesses, logger, signal } = asking
  const { tree_id, kind, witness } = asked
  const key = [tree_id, kind, witness]
  const one = witnesses.find((other) => keyOf(other) === keyOf({ kind, address: witness })) as Witness
  try {
    const answer = await one.ask(asked.root, asked.pending, signal)
    const problem = 'statement' in answer && answer.at ? contradiction(answer.at, tree_id, asking) : null
    if (problem !== null) throw new Error(`the statement ${problem}`)
    // Statement and state are one: a row with a statement is never asked about again.
    if ('statement' in answer) await database.execute(sql.keepStatement, [...key, answer.statement])
    else await database.execute(sql.keepPending, [...key, answer.pending, pendingMs])
  } catch (error) {
    logger.warn({ err: error, witness, tree: tree_id }, 'a witness has not answered, asking again later')
    await database.execute(sql.keepFailure, [...key, wordsOf(error)])
  }
}
