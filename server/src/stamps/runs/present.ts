import type { Queryable } from '../../base/database/db.js'
import { createdAt } from '../../base/ids.js'
import type { CountedRun } from './run.js'
import { type Failure, failuresOf } from './sql.js'

/** Returns a run as it is answered. */
export function presentRun({ row: { id, name, is_private: isPrivate, stamped, failed }, confirmed }: CountedRun) {
  return { id, name, isPrivate, createdAt: createdAt(id), stamped, failed, confirmed }
}

/** Returns a run with the documents that have no stamp. */
export async function presentWithFailures(db: Queryable, accountId: string, run: CountedRun) {
  const failures = await db.query<Failure>(failuresOf, [accountId, run.row.id])
  return Object.assign(presentRun(run), { failures })
}
