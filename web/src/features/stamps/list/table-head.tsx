import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../ui/classes.js'
import { Tick } from '../../../ui/forms/choice.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import type { StampOrder, StampSummary } from '../stamp-queries.js'
import { firstOrder, type Sort } from '../stamp-search.js'
import { type Column, columns, shownFrom, sortOf, tracks } from './columns.js'

interface TableHeadProps {
  order: StampOrder
  /** Called with the order that a press on a header asks for. */
  onOrder: (order: StampOrder) => void
  selection: Selection<StampSummary>
  count: number
  /** Whether the list is one run's, whose stamps have a folder instead of a run. */
  isRun: boolean
}

/** Sticky header of the table: the box that selects all, and the columns that sort. */
export function TableHead({ order, onOrder, selection, count, isRun }: TableHeadProps) {
  const { t } = useTranslation('stamps')
  const { isEvery, selected, selectEvery, clear } = selection
  return (
    <thead className="sticky block top-15.5 z-10 rounded-t-xl border-b border-line bg-raised lg:top-0">
      <tr aria-rowindex={1} className={cn(tracks, 'h-9 items-center text-sm font-medium text-soft max-sm:pe-4')}>
        <th scope="col" className="flex justify-center">
          <Tick
            label={t('selection.all', { count })}
            checked={isEvery}
            indeterminate={!isEvery && selected.length > 0}
            onChange={isEvery ? clear : selectEvery}
          />
        </th>
        {columns.map((column) => (
          <Head key={column} column={column} order={order} onOrder={onOrder} isRun={isRun} />
        ))}
      </tr>
    </thead>
  )
}

interface HeadProps extends Pick<TableHeadProps, 'order' | 'onOrder' | 'isRun'> {
  column: Column
}

function Head({ column, order, onOrder, isRun }: HeadProps) {
  const { t } = useTranslation('stamps')
  const sort = sortOf[column]
  const isSorted = sort === order.sort
  const name = t(`columns.${isRun && column === 'run' ? 'folder' : column}`)
  const look = cn(
    shownFrom[column],
    'min-w-0 truncate text-start font-medium',
    (column === 'code' || column === 'blockTime') && 'max-sm:hidden',
  )
  if (!sort) {
    return (
      <th scope="col" className={cn(look, column !== 'who' && 'sm:pe-2')}>
        {column === 'who' ? <span className="sr-only">{name}</span> : name}
      </th>
    )
  }
  const Arrow = order.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.order === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={look}
    >
      <button
        type="button"
        className="-mx-1 inline-flex min-h-8 max-w-full items-center gap-1 rounded-sm px-1 hover:text-ink"
        onClick={() => onOrder({ sort, order: isSorted ? reverse(order.order) : firstOrder(sort) })}
      >
        <span className={cn('truncate', isSorted && 'text-ink')}>{name}</span>
        {isSorted ? <Arrow className="size-3.5 shrink-0" aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

const reverse = (order: 'asc' | 'desc') => (order === 'asc' ? 'desc' : 'asc')

/** Order of a list that has none of its own: the newest first. */
export const newestFirst: { sort: Sort; order: 'desc' } = { sort: 'received', order: 'desc' }
