import type { Database } from '../base/database/db.js'
import type { Metrics } from '../base/telemetry/metrics.js'
import { withWaiting } from './deliveries/queue-sql.js'

/** Counts at most 100,000. */
const eventsWaiting = 'SELECT count(*)::int AS value FROM (SELECT FROM batch_events ORDER BY id LIMIT 100000) AS oldest'

const longestWait = `${withWaiting}
SELECT coalesce(max(extract(epoch FROM now() - d.next_at)), 0)::float8 AS value
  FROM waiting d JOIN webhooks w ON w.id = d.webhook_id
 WHERE w.disabled_at IS NULL AND d.next_at <= now()`

/** Registers the gauges of webhooks. */
export function webhookMetrics(metrics: Metrics, database: Database): void {
  const gauge = (name: string, help: string, text: string) =>
    metrics.gauge(name, help, async () => (await database.query<{ value: number }>(text))[0]?.value ?? 0)
  gauge('webhook_events', 'Batches whose deliveries are not all created yet, 100,000 at most', eventsWaiting)
  gauge('webhook_wait_seconds', 'How long the oldest due delivery has been waiting', longestWait)
}
