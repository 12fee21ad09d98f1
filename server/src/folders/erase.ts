import type { Database } from '../base/db.js'
import type { Recorder } from '../ledger/recorder.js'
import * as sql from './sql.js'
import { lockTree } from './tree.js'

const rootOf = 'SELECT id, purging FROM folders WHERE account_id = $1 AND parent_id IS NULL'

/**
 * Condemns all folders and files of an account, the root included; the bin's loop erases what is condemned.
 *
 * @returns whether all of it is gone
 */
export async function eraseTree(
  { database, recorder, onCondemned }: { database: Database; recorder: Recorder; onCondemned(): void },
  accountId: string,
): Promise<boolean> {
  const [root] = await database.query<{ id: string; purging: boolean }>(rootOf, [accountId])
  if (!root) {
    await database.execute(sql.eraseCounts, [[accountId]])
    return true
  }
  // Another process holds the lane, and will do it.
  if (!root.purging && recorder.takes) {
    await recorder.record(async (tx) => {
      await lockTree(tx, accountId)
      await tx.execute(sql.condemnTree, [root.id, new Date()])
      return { leaves: [], result: undefined }
    })
  }
  onCondemned()
  return false
}
