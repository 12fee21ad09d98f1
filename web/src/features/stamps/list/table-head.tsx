import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { GridHead, HeadCell } from '../../../ui/list/grid-head.jsx'
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

/** Header of the table: the box that selects all, and the columns that sort. */
export function TableHead({ order, onOrder, selection, count, isRun }: TableHeadProps) {
  const { t } = useTranslation('stamps')
  return (
    <GridHead tracks={tracks} selection={selection} tick={t('selection.all', { count })}>
      {columns.map((column) => (
        <Head key={column} column={column} order={order} onOrder={onOrder} isRun={isRun} />
      ))}
    </GridHead>
  )
}

interface HeadProps extends Pick<TableHeadProps, 'order' | 'onOrder' | 'isRun'> {
  column: Column
}

function Head({ column, order, onOrder, isRun }: HeadProps) {
  const { t } = useTranslation('stamps')
  const sort = sortOf[column]
  const sorted = sort === order.sort ? order.order : null
  return (
    <HeadCell
      name={t(`columns.${isRun && column === 'run' ? 'folder' : column}`)}
      isHidden={column === 'who'}
      isTime={column === 'received' || column === 'blockTime'}
      className={cn(
        shownFrom[column],
        !sort && column !== 'who' && 'sm:pe-2',
        (column === 'code' || column === 'blockTime') && 'max-sm:hidden',
      )}
      sorted={sorted}
      onSort={sort && (() => onOrder({ sort, order: sorted ? reverse(sorted) : firstOrder(sort) }))}
    />
  )
}

const reverse = (order: 'asc' | 'desc') => (order === 'asc' ? 'desc' : 'asc')

/** Order of a list that has none of its own: the newest first. */
export const newestFirst: { sort: Sort; order: 'desc' } = { sort: 'received', order: 'desc' }
