import type { Database } from '../../base/database/db.js'
import { apiError } from '../../http/errors.js'
import type { BatchTraces } from '../batch-traces.js'
import type { Lane } from '../lanes/lane.js'

/** Shared by the writers of batches. */
export interface Batching {
  database: Database
  /** The lane this process holds, if any. */
  lane(): Lane | null
  /** Minimum time between two batches; 0 = as fast as they commit. */
  anchorIntervalMs: number
  /** Called after each commit, to wake the tracker. */
  onCommitted(): void
  /** Not set: batches are not traced. */
  traces?: BatchTraces | undefined
}

/** @throws {ApiError} 503 while this process holds no lane */
export function heldLane(batching: Pick<Batching, 'lane'>): Lane {
  const lane = batching.lane()
  if (!lane || lane.lost) throw apiError('unavailable')
  return lane
}
