import type { Database } from '../../base/database/db.js'
import { inSlices } from '../../base/database/slices.js'
import { firstUuid } from '../../base/ids.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { eraseExpiredSecrets } from '../webhook-sql.js'
import { idAt } from './log.js'
import * as sql from './log-sql.js'

/** How often to clean up. */
export const tidyIntervalMs = 60_000

const atOnce = 5000
const dayMs = 86_400_000

/**
 * Erases, in small statements, expired secrets, deliveries of deleted webhooks, and log entries older than `logDays`. Cancels
 * what is left for disabled webhooks.
 */
export async function tidyWebhooks(database: Database, logDays: number, clock: TrustedClock): Promise<void> {
  for (const { id } of await database.query<{ id: string }>(sql.deletedWebhooks)) {
    await inSlices(database, sql.eraseOfWebhook, [id], firstUuid, atOnce)
    await database.execute(sql.eraseWebhook, [id])
  }
  while ((await database.execute(sql.cancelLeft, [atOnce])) === atOnce);
  await clock.whenTrusted(async (now) => {
    await database.execute(eraseExpiredSecrets, [now])
    const before = new Date(now.getTime() - logDays * dayMs)
    await inSlices(database, sql.eraseOld, [idAt(before), before], firstUuid, atOnce)
  })
}
