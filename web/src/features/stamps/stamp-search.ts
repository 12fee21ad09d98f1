import type { StampFilters, StampOrder } from './stamp-queries.js'

/** Columns that sort the list: the newest come first, names from A to Z. */
const sorts = ['received', 'blockTime', 'name', 'code'] as const
export type Sort = (typeof sorts)[number]

/** States of a stamp, in the order in which it reaches them. */
export const stampStates = ['submitted', 'confirmed', 'final', 'failed'] as const
type StampState = (typeof stampStates)[number]

/** Filters and order of the list, as the page's address holds them; empty: all stamps, newest first. */
export interface StampSearch {
  q?: string
  /** States, separated by commas. */
  state?: string
  who?: 'public' | 'private'
  /** First and last day of receipt, `2026-11-25`, both included, in the reader's time zone. */
  from?: string
  to?: string
  tag?: string
  /** Id of a run. */
  run?: string
  /** The integrator's ID of an end user. */
  user?: string
  sort?: Sort
  order?: 'asc' | 'desc'
  /** Code of the stamp in the pane beside the list. */
  open?: string
}

/** Reads the filters from the page's address. */
export function readStampSearch(search: Record<string, unknown>): StampSearch {
  const { who, sort, order } = search
  const found: { [Key in keyof StampSearch]: StampSearch[Key] | undefined } = {
    q: textIn(search.q),
    state: statesIn(search.state).join(',') || undefined,
    who: who === 'public' || who === 'private' ? who : undefined,
    from: dayIn(search.from),
    to: dayIn(search.to),
    tag: textIn(search.tag),
    run: textIn(search.run),
    user: textIn(search.user),
    sort: sorts.find((known) => known === sort),
    order: order === 'asc' || order === 'desc' ? order : undefined,
    open: textIn(search.open),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Returns the states that a filter names. */
export function statesIn(state: unknown): StampState[] {
  const named = typeof state === 'string' ? state.split(',') : []
  return stampStates.filter((known) => named.includes(known))
}

/** Returns the filters in the terms of the API. A day starts and ends at midnight in the reader's time zone. */
export function filtersOf({ q = '', state, who, from, to, tag, run, user }: StampSearch): StampFilters {
  const text = q.trim()
  return {
    ...(text === '' ? {} : { search: text }),
    ...(state ? { state } : {}),
    ...(who ? { isPrivate: who === 'private' } : {}),
    ...(from ? { from: midnight(from, 0) } : {}),
    ...(to ? { to: midnight(to, 1) } : {}),
    ...(tag ? { tag } : {}),
    ...(run ? { run } : {}),
    ...(user ? { userId: user } : {}),
  }
}

/** Returns the order of the list; undefined: newest first, which changes made elsewhere join without a reload. */
export function orderOf({ sort = 'received', order = firstOrder(sort) }: StampSearch): StampOrder | undefined {
  return sort === 'received' && order === 'desc' ? undefined : { sort, order }
}

/** Returns the order in which a column sorts first. */
export function firstOrder(sort: Sort): 'asc' | 'desc' {
  return sort === 'received' || sort === 'blockTime' ? 'desc' : 'asc'
}

// The router parses a number in the address as one.
const textIn = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

const dayIn = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

function midnight(day: string, daysLater: number): string {
  const time = new Date(`${day}T00:00`)
  time.setDate(time.getDate() + daysLater)
  return time.toISOString()
}
