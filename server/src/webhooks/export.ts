import type { Database } from '../base/db.js'
import { presentWebhook } from './present.js'
import { listWebhooks, type WebhookRow } from './webhook-sql.js'

/** The webhooks of an account, without their secrets. */
export async function exportWebhooks(database: Database, accountId: string): Promise<object[]> {
  return (await database.query<WebhookRow>(listWebhooks, [accountId, null, 1000, 0])).map(presentWebhook)
}
