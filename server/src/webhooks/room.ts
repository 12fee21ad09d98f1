import type { Database } from '../base/database/db.js'
import type { TargetPolicy } from './guard/target.js'

/** Dependencies of the webhooks' routes. */
export interface WebhooksRoom {
  database: Database
  chainId: number
  /** Seals secrets at rest. */
  secretKey: Uint8Array
  policy: TargetPolicy
  /** Called when there is something to send. */
  onWaiting(): void
  /** Called when a webhook was deleted or disabled, so that its deliveries are erased or cancelled at once. */
  onStopped(): void
}
