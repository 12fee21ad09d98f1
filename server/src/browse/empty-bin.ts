import type { Database } from '../base/database/db.js'
import { rowTime } from '../base/database/row-time.js'
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
 * @param until later deletions stay; by default, those after this one began
 */
export async function emptyBin(
  database: Database,
  recorder: Recorder,
  accountId: string,
  until: Date | null,
): Promise<void> {
  const { result } = await recorder.record(async (tx) => {
    await lockTree(tx, accountId)
    const [began] = await tx.query<{ now: Date }>(`SELECT ${rowTime} AS now`)
    const last = until ?? (began as { now: Date }).now
    await tx.execute(markBinned, [accountId, last])
    return { leaves: [], result: last }
  }, accountId)
  await purgeBinned(database, recorder, accountId, result)
}
