import { smallestId } from '../../base/ids.js'
import { invalid } from '../../http/errors.js'
import { type BatchState, batchState, stateNames } from '../../ledger/batch-state.js'
import type { Filters } from './filter-sql.js'

/** The filters of a list of stamps, as a query has them; all of those given must hold. */
export interface ListFilters {
  /** Whether it is in a block. */
  status?: boolean | undefined
  /** Names of states, separated by commas. */
  state?: string | undefined
  isPrivate?: boolean | undefined
  isEsign?: boolean | undefined
  search?: string | undefined
  /** RFC 3339: the time of the stamp is this one or later. */
  from?: string | undefined
  /** RFC 3339: the time of the stamp is earlier. */
  to?: string | undefined
  tag?: string | undefined
  /** ID of a run. */
  run?: string | undefined
  /** For whom it was made: the account, which is no filter, or one of its end users. */
  userId?: string | undefined
}

/** Returns the end user whose stamps are asked for; undefined: all of the account's. */
export function endUserIn({ userId, accountId }: ListFilters & { accountId: string }): string | undefined {
  return userId?.toLowerCase() === accountId ? undefined : userId
}

/**
 * Turns filters into those of a statement.
 *
 * @param values the parameters so far; those of the filters are added
 * @returns null when no stamp can match
 * @throws {ApiError} 400
 */
export function filtersOf(given: ListFilters & { accountId: string }, values: unknown[]): Filters | null {
  const { isPrivate, isEsign, from, to, tag, run } = given
  const endUser = endUserIn(given)
  const states = statesOf(given)
  if (states?.length === 0) return null
  const parameter = (value: unknown) => `$${values.push(value)}`
  const filters: Filters = { states, isPrivate, isEsign }
  if (from !== undefined) filters.from = `${parameter(smallestOf('from', from))}::uuid`
  if (to !== undefined) filters.before = `${parameter(smallestOf('to', to))}::uuid`
  if (tag !== undefined) filters.tag = parameter(tag)
  if (run !== undefined) filters.run = parameter(run)
  if (endUser !== undefined) filters.endUser = parameter(endUser)
  return filters
}

/** Returns the states that a query asks for; undefined for any. @throws {ApiError} 400 */
export function statesOf({ status, state }: ListFilters): readonly BatchState[] | undefined {
  const named = state?.split(',').map(stateNamed)
  const { submitted, confirmed, final, failed } = batchState
  const wanted: BatchState[] | undefined =
    status === undefined ? undefined : status ? [confirmed, final] : [submitted, failed]
  const all = Object.values(batchState).filter(
    (one) => wanted?.includes(one) !== false && named?.includes(one) !== false,
  )
  return all.length === Object.keys(batchState).length ? undefined : all
}

function stateNamed(name: string): BatchState {
  const state = stateNames.indexOf(name as (typeof stateNames)[number])
  if (state === -1) throw invalid('state', `expected any of ${stateNames.join(', ')}, separated by commas`)
  return state as BatchState
}

/** Of stamps made at this moment or later. IDs have the time in milliseconds. */
function smallestOf(field: string, time: string): string {
  const ms = Date.parse(time)
  if (ms < 0) throw invalid(field, 'expected a time since 1970')
  return smallestId(ms)
}
