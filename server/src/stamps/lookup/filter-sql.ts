import { type BatchState, batchState } from '../../ledger/batch-state.js'

// Conditions of the filters of lists, on a stamp `i`. Parameter $1 is the account; a search has $2 for the pattern of names.

/** The filters of a list. */
export interface Filters {
  /** States of its batch, at least one; any without. */
  states: readonly BatchState[] | undefined
  isPrivate: boolean | undefined
  /** Whether the stamp is of a copy with a mark or signatures. */
  isEsign: boolean | undefined
  /** Parameter of the smallest ID. */
  from?: string
  /** Parameter of the ID that all are smaller than. */
  before?: string
  /** Parameter of a tag. */
  tag?: string
  /** Parameter of a run's ID. */
  run?: string
  /** Parameter of the integrator's ID of an end user. */
  endUser?: string
}

const { final } = batchState

/**
 * The filters of a stamp's own columns. That of an end user is written so that no index answers it: only {@link sourceOf} begins with
 * these, and what begins with a batch or a name would otherwise read all of the user's stamps again for each.
 */
export function kindOf({ isPrivate, isEsign, from, before, endUser }: Filters): string {
  const range = (from ? ` AND i.id >= ${from}` : '') + (before ? ` AND i.id < ${before}` : '')
  // The same text is another person in another account.
  const user = endUser ? ` AND i.account_id = $1 AND i.end_user IS NOT DISTINCT FROM ${endUser}` : ''
  return range + user + when(isPrivate, 'i.is_private') + when(isEsign, 'i.is_esign')
}

export const when = (wanted: boolean | undefined, column: string) =>
  wanted === undefined ? '' : wanted ? ` AND ${column}` : ` AND NOT ${column}`

/**
 * The filters of a stamp's own columns and of its batch.
 *
 * @param batch the ID of the batch: a parameter is looked up once
 */
export function filtered(filters: Filters, batch = 'i.batch_id'): string {
  return kindOf(filters) + stateOf(filters.states, batch)
}

/**
 * A subquery, because a join could begin with the batches. Of many stamps, most are final: those of the few other batches are left out,
 * which are read once.
 */
export function stateOf(states: readonly BatchState[] | undefined, batch: string): string {
  if (states === undefined) return ''
  if (states.includes(final) && batch === 'i.batch_id')
    return ` AND i.batch_id NOT IN (${batchesIn(othersThan(states))})`
  return ` AND (SELECT state FROM batches WHERE id = ${batch}) IN (${states.join(', ')})`
}

/** Returns the other states. */
export function othersThan(states: readonly BatchState[]): BatchState[] {
  return Object.values(batchState).filter((state) => !states.includes(state))
}

/** Selects batches in states other than final, each from its partial index. */
export function batchesIn(states: readonly BatchState[]): string {
  return states.map((state) => `SELECT id FROM batches WHERE state = ${state}`).join(' UNION ALL ')
}

const tagged = (tag: string) => `stamp_tags WHERE account_id = $1 AND tag = ${tag}`
const inRun = (run: string) => `run_stamps WHERE account_id = $1 AND run_id = ${run}`

/** Whether a list is of a tag or a run. */
export const isLabelled = ({ tag, run }: Filters) => tag !== undefined || run !== undefined

/** The filters of what its owner keeps about a stamp. Scalar subqueries, because a join could begin with all of the account's. */
export function labelsOf({ tag, run }: { tag?: string | undefined; run?: string | undefined }): string {
  const having = (selection: string) => ` AND (SELECT true FROM ${selection} AND stamp_id = i.id)`
  return (tag ? having(tagged(tag)) : '') + (run ? having(inRun(run)) : '')
}

/** The account's stamps, or those of the run, the tag or the end user, in the order of IDs that the index of these gives; follows FROM. */
export function sourceOf(filters: Filters): string {
  const { tag, run } = filters
  if (run === undefined && tag === undefined) return ownSource(filters)
  if (run === undefined) return stampsOf(`SELECT stamp_id FROM ${tagged(tag as string)}`, filters)
  return stampsOf(`SELECT stamp_id FROM ${inRun(run)}`, filters) + labelsOf({ tag })
}

/** The account's stamps, or those for its end user. */
export function ownSource({ endUser }: Pick<Filters, 'endUser'>): string {
  return `stamps i WHERE i.account_id = $1${endUser ? ` AND i.end_user = ${endUser}` : ''}`
}

/** Stamps of the account by a selection of their IDs. Their rows are only read where a filter needs them. */
export function stampsOf(selection: string, { states, isPrivate, isEsign, endUser }: Filters): string {
  const ids = `(${selection}) AS l(id)`
  if (states === undefined && isPrivate === undefined && isEsign === undefined && endUser === undefined)
    return `${ids.replace('AS l', 'AS i')} WHERE true`
  const row =
    'SELECT account_id, is_private, is_esign, batch_id, end_user FROM stamps WHERE account_id = $1 AND id = l.id OFFSET 0'
  return `(SELECT l.id, s.* FROM ${ids}, LATERAL (${row}) AS s) AS i WHERE true`
}

/** IDs of the account's stamps with such a tag or note. */
export const labelledLike = `
SELECT t.stamp_id FROM tags d, LATERAL (SELECT stamp_id FROM stamp_tags WHERE account_id = $1 AND tag = d.tag OFFSET 0) AS t
 WHERE d.account_id = $1 AND d.search_key LIKE $2
 UNION ALL
SELECT stamp_id FROM stamp_notes WHERE account_id = $1 AND search_key LIKE $2`
