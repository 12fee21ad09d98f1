import type { Database } from '../base/db.js'
import type { Metrics } from '../base/metrics.js'
import { deliveryState } from './delivery-state.js'

const eventsWaiting = 'SELECT count(*)::int AS value FROM batch_events'

/** One index step per webhook. */
const longestWait = `
SELECT coalesce(max(extract(epoch FROM now() - d.next_at)), 0)::float8 AS value
  FROM webhooks w CROSS JOIN LATERAL (
    SELECT next_at FROM deliveries
     WHERE webhook_id = w.id AND state = ${deliveryState.waiting} ORDER BY next_at LIMIT 1) AS d
 WHERE w.disabled_at IS NULL AND d.next_at <= now()`

/** Registers the gauges of webhooks. */
export function webhookMetrics(metrics: Metrics, database: Database): void {
  const gauge = (name: string, help: string, text: string) =>
    metrics.gauge(name, help, async () => (await database.query<{ value: number }>(text))[0]?.value ?? 0)
  gauge('webhook_events', 'Batches whose deliveries are not all created yet', eventsWaiting)
  gauge('webhook_wait_seconds', 'How long the oldest due delivery has been waiting', longestWait)
}
