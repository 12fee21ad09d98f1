import type { Database } from '../base/db.js'
import { eraseOfWebhook, eraseWebhook } from './delivery-log-sql.js'
import { forgetWebhook } from './webhook-sql.js'

const atOnce = 2000

/** Erases the webhooks of an account with all their deliveries. Returns whether all of them are gone. */
export async function eraseWebhooks(database: Database, accountId: string): Promise<boolean> {
  const own = await database.query<{ id: string }>('SELECT id FROM webhooks WHERE account_id = $1', [accountId])
  let erased = 0
  for (const { id } of own) {
    await database.execute(forgetWebhook, [id])
    while ((await database.execute(eraseOfWebhook, [id, atOnce])) === atOnce);
    // One that is just being delivered is left for the next round, and its webhook with it.
    erased += await database.execute(eraseWebhook, [id])
  }
  return erased === own.length
}
