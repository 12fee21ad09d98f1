import type { Database } from '../base/database/db.js'
import type { Recorder } from '../ledger/batches/recorder.js'
import { eraseDeletions } from './deletions.js'
import * as sql from './sql.js'
import { lockTree } from './tree.js'

const rootOf = 'SELECT id, purging FROM folders WHERE account_id = $1 AND parent_id IS NULL'

/**
 * Marks all folders of an account for the purge, including the root; the bin's loop purges them with their files. The
 * records of the purges are erased last: no one is left to fetch them.
 *
 * @returns whether nothing is left
 */
export async function eraseTree(
  { database, recorder, wakeBin }: { database: Database; recorder: Recorder; wakeBin(): void },
  accountId: string,
): Promise<boolean> {
  const [root] = await database.query<{ id: string; purging: boolean }>(rootOf, [accountId])
  if (!root) {
    await database.execute(sql.purgeCounts, [[accountId]])
    await eraseDeletions(database, accountId)
    return true
  }
  // Otherwise another process holds the lane, and does this.
  if (!root.purging && recorder.takes) {
    await recorder.record(async (tx) => {
      await lockTree(tx, accountId)
      await tx.execute(sql.markPurging, [root.id])
      return { leaves: [], result: undefined }
    }, accountId)
  }
  wakeBin()
  return false
}
