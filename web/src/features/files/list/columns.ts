import type { FolderSort } from '../model/folder-order.js'

/** Columns of a list of folders and files, all of which sort, in display order. A last one holds buttons. */
export const columns = ['name', 'type', 'size', 'date'] as const satisfies readonly FolderSort[]
type Column = (typeof columns)[number]

/**
 * Tracks of a row. On phones it has two lines; a narrow list loses Type. The tracks must name the same columns as {@link shownFrom}.
 */
export const tracks =
  'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] sm:grid-cols-[2.5rem_minmax(0,1fr)_5.5rem_9.5rem_5rem] @min-[44rem]:grid-cols-[2.5rem_minmax(0,1fr)_6.5rem_5.5rem_9.5rem_5rem]'

/** From which width of the list a column is shown. Phones show size and time below the name. */
export const shownFrom: Record<Column, string> = {
  name: '',
  type: 'hidden @min-[44rem]:block',
  size: 'text-end max-sm:hidden',
  date: 'text-end max-sm:hidden',
}
