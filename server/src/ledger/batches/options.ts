import type { Database } from '../../base/database/db.js'
import { apiError } from '../../http/errors.js'
import type { BatchTraces } from '../batch-traces.js'
import type { Lane } from '../lanes/lane.js'

/** Dependencies for committing batches. */
export interface BatchOptions {
  database: Database
  /** The lane this process holds, if any. */
  lane(): Lane | null
  /** Called after each commit, to wake the tracker. */
  onCommitted(): void
  /** Not set: batches are not traced. */
  traces?: BatchTraces | undefined
}

/** @throws {ApiError} 503 while this process holds no lane */
export function heldLane(options: Pick<BatchOptions, 'lane'>): Lane {
  const lane = options.lane()
  if (!lane || lane.lost) throw apiError('unavailable')
  return lane
}
