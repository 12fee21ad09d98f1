import { condemnAccounts, eraseAccount } from './accounts/deletion.js'
import type { Database } from './base/db.js'
import { eraseTree } from './folders/erase.js'
import type { Recorder } from './ledger/recorder.js'
import { eraseStamps } from './stamps/erase.js'
import { eraseUploads } from './uploads/erase.js'
import { eraseWebhooks } from './webhooks/erase.js'

/** What erasing accounts needs. */
export interface ErasureContext {
  database: Database
  recorder: Recorder
  /** Called when folders and files are to be erased. */
  onCondemned(): void
}

/** How often to look for accounts whose day has come. */
export const erasureIntervalMs = 5000

/**
 * One round of erasing accounts whose owners wished so, room by room. What it does is decided by the rows alone, so that it goes
 * on after a crash where it was; the account's own row goes last.
 */
export async function eraseAccounts(context: ErasureContext): Promise<void> {
  const { database } = context
  for (const accountId of await condemnAccounts(database)) {
    await eraseStamps(database, accountId)
    const isGone = [
      await eraseUploads(database, accountId),
      await eraseTree(context, accountId),
      await eraseWebhooks(database, accountId),
    ]
    if (isGone.every((gone) => gone)) await eraseAccount(database, accountId)
  }
}
