import { jsonFile } from '../base/archives/archive.js'
import type { Database } from '../base/database/db.js'
import type { Exporter } from '../base/room.js'
import { presentWebhook } from './present.js'
import { allWebhooks, type WebhookRow } from './webhook-sql.js'

/** Exports the webhooks of an account, without their secrets. */
export function webhookExporter(database: Database): Exporter {
  return {
    guide: { 'webhooks.json': 'your webhooks (without signing secrets)' },
    async *entries(accountId, now) {
      const rows = await database.query<WebhookRow>(allWebhooks, [accountId])
      yield jsonFile('webhooks.json', rows.map(presentWebhook), now)
    },
  }
}
