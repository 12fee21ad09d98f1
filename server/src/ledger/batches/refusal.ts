import { isPassing, OutcomeUnknownError } from '../../base/database/db.js'
import { ApiError, apiError } from '../../http/errors.js'
import { isLaneTaken } from '../sql.js'

/** Returns the error for the clients of a failed batch: retry when that can help, without internals. */
export function publicError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknownError) return apiError('outcome_unknown', {}, { cause: error })
  return isPassing(error) || isLaneTaken(error) ? apiError('unavailable', {}, { cause: error }) : error
}
