import type { Database } from '../base/db.js'
import { purgeBinned } from '../files/purge.js'
import { lockTree } from '../folders/tree.js'
import type { Recorder } from '../ledger/recorder.js'

/** Nothing under a folder went into the bin later than it, so that this takes whole trees. */
const condemnBinned = `
UPDATE folders SET purging = true WHERE account_id = $1 AND deleted_at <= $2 AND NOT purging`

/**
 * Erases what an account has in the bin: folders are condemned, for the bin's loop to erase; files that lie there by themselves go
 * at once, some at a time. Half-way, what is left is still in the bin.
 *
 * @param until what was deleted later stays
 */
export async function clearBin(database: Database, recorder: Recorder, accountId: string, until: Date): Promise<void> {
  await recorder.record(async (tx) => {
    await lockTree(tx, accountId)
    await tx.execute(condemnBinned, [accountId, until])
    return { leaves: [], result: undefined }
  })
  await purgeBinned(database, recorder, accountId, until)
}
