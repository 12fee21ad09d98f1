import { isPassing, OutcomeUnknownError } from '../base/db.js'
import { ApiError, apiError } from '../http/errors.js'
import { isLaneTaken } from './sql.js'

/** What the clients of a failed batch are told: to try again when that can help, and nothing about our insides. */
export function publicError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknownError) return apiError('outcome_unknown', {}, { cause: error })
  return isPassing(error) || isLaneTaken(error) ? apiError('unavailable', {}, { cause: error }) : error
}
