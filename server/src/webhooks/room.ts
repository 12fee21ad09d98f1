import type { Database } from '../base/database/db.js'
import type { SealKeys } from '../base/ring.js'
import type { TargetPolicy } from './guard/target.js'

/** Dependencies of the webhooks' routes. */
export interface WebhooksRoom {
  database: Database
  chainId: number
  /** Seals secrets at rest. */
  secretKeys: SealKeys
  policy: TargetPolicy
  /** Called when there is something to send. */
  onWaiting(): void
  /** Called when a webhook was deleted or disabled, so that its deliveries are erased or cancelled at once. */
  onStopped(): void
}
