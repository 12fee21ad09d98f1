import { closeDueAccounts, eraseAccount } from '../accounts/deletion.js'
import type { Database } from '../base/database/db.js'
import type { OpenRoom } from '../base/room.js'
import type { TrustedTime } from '../base/turns/clock.js'

/** Milliseconds between two looks for accounts whose day of deletion has come. */
export const erasureIntervalMs = 5000

/**
 * Runs one round of erasing deleted accounts, room by room. The rows alone decide what it does, so it continues after a crash
 * where it was; the account's own row goes last.
 */
export async function eraseAccounts(database: Database, rooms: readonly OpenRoom[], now: TrustedTime): Promise<void> {
  for (const accountId of await closeDueAccounts(database, now)) {
    let isGone = true
    for (const { eraser } of rooms) {
      // An unfinished erasure doesn't hold up the others.
      if (eraser && !(await eraser(accountId))) isGone = false
    }
    if (isGone) await eraseAccount(database, accountId)
  }
}
