import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { GridHead, HeadCell } from '../../../ui/list/grid-head.jsx'
import { type FolderOrder, firstOrder } from '../model/folder-order.js'
import { columns, shownFrom, tracks } from './columns.js'
import { useSelection } from './selection.js'

/** The order of a list, and what changes it. */
interface Sorted {
  order: FolderOrder
  /** Called with the order that a press on a header asks for. */
  onOrder: (order: FolderOrder) => void
}

interface ListHeadProps {
  /** Whether rows can be selected. */
  isSelectable: boolean
  /** Without it, headers don't sort. */
  sorted: Sorted | undefined
  /** Whether the list is the bin's: its rows have the day of deletion, and neither type nor size. */
  isBin: boolean
}

/** Header of a list: the box that selects all, and the columns. */
export function ListHead({ isSelectable, sorted, isBin }: ListHeadProps) {
  const { t } = useTranslation('files')
  const directionOf = (column: string) => (sorted?.order.sort === column ? sorted.order.order : null)
  return (
    <GridHead tracks={tracks} selection={useSelection()} tick={isSelectable ? t('chooseAll') : undefined}>
      {columns.map((column) =>
        isBin && (column === 'type' || column === 'size') ? (
          <td key={column} className={shownFrom[column]} />
        ) : (
          <HeadCell
            key={column}
            name={isBin && column === 'date' ? t('deletedOn') : t(`sort.${column}`)}
            isTime={column === 'date'}
            className={cn(shownFrom[column], column === 'date' && sorted && 'max-sm:block')}
            sorted={directionOf(column)}
            onSort={sorted && (() => sorted.onOrder({ sort: column, order: nextOrder(directionOf(column), column) }))}
          />
        ),
      )}
      <td className="max-sm:hidden" />
    </GridHead>
  )
}

function nextOrder(sorted: FolderOrder['order'] | null, column: FolderOrder['sort']): FolderOrder['order'] {
  if (sorted === null) return firstOrder(column)
  return sorted === 'asc' ? 'desc' : 'asc'
}
