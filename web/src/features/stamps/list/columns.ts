import type { Sort } from '../stamp-search.js'

/** Columns of the table besides the check box, in display order. */
export const columns = ['name', 'code', 'who', 'received', 'blockTime', 'state', 'run', 'tags'] as const
export type Column = (typeof columns)[number]

/** Columns that sort the list when their header is pressed. */
export const sortOf: Partial<Record<Column, Sort>> = {
  name: 'name',
  code: 'code',
  received: 'received',
  blockTime: 'blockTime',
}

/**
 * Tracks of a row. On phones it has two lines; as the list narrows, it loses Received, then Run, then Tags. The tracks must name the
 * same columns as {@link shownFrom}.
 */
export const tracks =
  'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] sm:grid-cols-[2.5rem_minmax(0,1fr)_7.25rem_2rem_9.5rem_8rem] @min-[50rem]:grid-cols-[2.5rem_minmax(0,1fr)_7.25rem_2rem_9.5rem_8rem_7.5rem] @min-[54rem]:grid-cols-[2.5rem_minmax(0,1fr)_7.25rem_2rem_9.5rem_8rem_8rem_7.5rem] @min-[64rem]:grid-cols-[2.5rem_minmax(0,1fr)_7.25rem_2rem_9.5rem_9.5rem_8rem_8.5rem_8.5rem]'

/** From which width of the list a column is shown. On phones the code and a time are the second line of a row. */
export const shownFrom: Record<Column, string> = {
  name: 'max-sm:row-start-1 max-sm:col-start-2',
  code: 'max-sm:row-start-2 max-sm:col-start-2',
  who: 'max-sm:hidden',
  received: 'hidden @min-[64rem]:block',
  blockTime: 'max-sm:row-start-2 max-sm:col-start-3 max-sm:text-end',
  state: 'max-sm:row-start-1 max-sm:col-start-3 max-sm:text-end',
  run: 'hidden @min-[54rem]:block',
  tags: 'hidden @min-[50rem]:block',
}
