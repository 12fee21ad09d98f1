import { isConflict, isPassing, OutcomeUnknownError } from '../../base/database/db.js'
import { ApiError, apiError } from '../../http/errors.js'
import { isLaneTaken } from '../sql.js'

const conflictsMax = 5

/** Something to record, and how many conflicts with other transactions it has met. */
export interface Contested {
  conflicts: number
}

/** Notes a failure of something to record. @returns true when a conflict undid it, and it may be tried again */
export function mayRetry(error: unknown, contested: Contested): boolean {
  return isConflict(error) && ++contested.conflicts < conflictsMax
}

/** Returns the error for the clients of a failed batch: retry when that can help, without internals. */
export function publicError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknownError) return apiError('outcome_unknown', {}, { cause: error })
  return isPassing(error) || isLaneTaken(error) ? apiError('unavailable', {}, { cause: error }) : error
}
