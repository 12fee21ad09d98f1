import { timeProblem } from '@tallystick/proof'
import type { Queryable } from '../base/database/db.js'

/** A recorded block that is dated before the one below it. */
const blockOutOfTime = `
SELECT number FROM (SELECT number, time, max(time) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
                      FROM blocks) b
 WHERE time < before ORDER BY number LIMIT 1`

const blocksAhead = 'SELECT blocks_ahead_ms FROM clock'

/** Returns the latest time that a block can have: now, or as far ahead as an operator accepted (docs/design/0026). */
export async function latestBlockMs(database: Queryable, nowMs: number): Promise<number> {
  const [row] = await database.query<{ blocks_ahead_ms: number }>(blocksAhead)
  return nowMs + (row?.blocks_ahead_ms ?? 0)
}

/** Returns in words that a block is dated after now, if it is; `time` in seconds since 1970. */
export function futureText(number: number, time: number, nowMs: number): string | null {
  if (timeProblem({ timeMs: time * 1000 }, { nowMs }) !== 'late') return null
  const year = new Date(time * 1000)
  const shown = Number.isNaN(year.getTime()) ? `${time} seconds after 1970` : year.toISOString()
  return `block ${number} is dated ${shown}, which is in the future by this machine's clock`
}

/** Returns the number of a recorded block that is dated before one below it, if there is one. */
export async function blockDatedBack(database: Queryable): Promise<number | undefined> {
  const [block] = await database.query<{ number: number }>(blockOutOfTime)
  return block?.number
}
