import type { Database } from '../base/database/db.js'
import { inSlices } from '../base/database/slices.js'
import { firstUuid } from '../base/ids.js'
import { eraseOfWebhook, eraseWebhook } from './deliveries/log-sql.js'
import { markDeleted } from './webhook-sql.js'

const atOnce = 2000

/** Erases an account's webhooks and deliveries. Returns whether none is left. */
export async function eraseWebhooks(database: Database, accountId: string): Promise<boolean> {
  const own = await database.query<{ id: string }>('SELECT id FROM webhooks WHERE account_id = $1', [accountId])
  let erased = 0
  for (const { id } of own) {
    await database.execute(markDeleted, [id])
    await inSlices(database, eraseOfWebhook, [id], firstUuid, atOnce)
    // A delivery in flight, and so its webhook, is left for the next round.
    erased += await database.execute(eraseWebhook, [id])
  }
  return erased === own.length
}
