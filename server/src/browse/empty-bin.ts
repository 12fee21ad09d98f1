import type { Database } from '../base/database/db.js'
import { purgeBinned } from '../files/purge.js'
import { lockTree } from '../folders/tree.js'
import type { Recorder } from '../ledger/batches/recorder.js'

/** Nothing under a folder was deleted after it, so this takes whole trees. */
const markBinned = `
UPDATE folders SET purging = true, purge_id = bin_id, purge_requested_at = now()
 WHERE account_id = $1 AND deleted_at <= $2 AND NOT purging`

/**
 * Empties an account's bin: marks folders, which the bin's loop purges, and purges files that were deleted on their own, some at a
 * time. After a failure the rest is still in the bin.
 *
 * @param until later deletions stay
 */
export async function emptyBin(database: Database, recorder: Recorder, accountId: string, until: Date): Promise<void> {
  await recorder.record(async (tx) => {
    await lockTree(tx, accountId)
    await tx.execute(markBinned, [accountId, until])
    return { leaves: [], result: undefined }
  }, accountId)
  await purgeBinned(database, recorder, accountId, until)
}
