import type { Logger } from 'pino'
import type { Database } from '../../base/database/db.js'
import type { Chain } from '../../chain/chain.js'
import type { FeeGauge } from '../../chain/fee.js'
import type { HeaderChain } from '../../chain/header-chain.js'
import type { ReceiptTrust } from '../../chain/receipts.js'
import type { BatchTraces } from '../batch-traces.js'
import type { Lane } from '../lanes/lane.js'
import type { TrackPolicy } from './next.js'

/** Settings of a tracker. */
export interface TrackerOptions {
  database: Database
  chain: Chain
  fees: FeeGauge
  policy: TrackPolicy
  /** The network's finality tag, or the number of blocks after which a block is final, itself included. */
  finality: 'finalized' | number
  lane(): Lane | null
  /** Called while transactions are pending: the embedded chain then makes a block. */
  onWaiting(): void
  /** Whether the node is our own, so that what it says of success counts. */
  isOwnNode?: boolean
  /** How long a nonce that nothing was signed for is missing before an empty transaction is signed for it. */
  fillAfterMs?: number
  /** Milliseconds, monotonic. */
  now?: () => number
  /** Milliseconds since 1970: no block is from after it. */
  timeOfDay?: () => number
  /** Not set: batches are not traced. */
  traces?: BatchTraces | undefined
  logger: Logger
}

/** Shared by the parts of a tracker. */
export interface Tracking extends TrackerOptions {
  headers: HeaderChain
  /** Null where the node's word that a transaction succeeded counts: it is our own. */
  receipts: ReceiptTrust | null
  fillAfterMs: number
  now(): number
  timeOfDay(): number
}
