import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { Tick } from '../../../ui/forms/choice.jsx'
import { useNewSelection } from '../../../ui/list/selection.js'
import { VirtualList } from '../../../ui/list/virtual-list.jsx'
import type { FolderOrder } from '../model/folder-order.js'
import type { Item } from '../model/items.js'
import { SelectionContext, useSelection } from './selection.js'
import { EndHeaders, type Sorted, SortHeader } from './sort-headers.jsx'

interface SelectableListProps<Row> {
  /** Accessible name. */
  label: string
  rows: readonly Row[]
  /** Total number, rows not loaded yet included. */
  count: number
  itemOf: (row: Row) => Item
  /** Description of the items, in words. */
  summary: string
  /** Buttons that act on the selection; without them nothing can be selected. */
  actions?: ReactNode
  /** The order of the rows, where headers change it. */
  order?: FolderOrder
  onOrder?: (order: FolderOrder) => void
  children: (row: Row) => ReactNode
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

/** A list of folders and files with multiple selection. */
export function SelectableList<Row>({
  label,
  rows,
  count,
  itemOf,
  summary,
  actions,
  order,
  onOrder,
  children,
  onEnd,
}: SelectableListProps<Row>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `itemOf` never changes
  const items = useMemo(() => rows.map(itemOf), [rows])
  const selection = useNewSelection(items, ({ id }) => id)
  return (
    <SelectionContext value={selection}>
      <div
        className="group/list rounded-xl border border-line bg-raised"
        data-choosing={selection.selected.length > 0 || undefined}
      >
        <ListHead
          summary={summary}
          total={rows.length}
          actions={actions}
          sorted={order && onOrder && { order, onOrder }}
        />
        <VirtualList
          label={label}
          rows={rows}
          count={count}
          keyOf={(row) => itemOf(row).id}
          onExtend={(from, to) => selection.extendTo(itemOf(to).id, itemOf(from).id)}
          onEnd={onEnd}
        >
          {children}
        </VirtualList>
      </div>
    </SelectionContext>
  )
}

interface ListHeadProps {
  /** Description of the items, in words. */
  summary: string
  /** Number of selectable rows. */
  total: number
  /** Buttons that act on the selection; without them nothing can be selected. */
  actions?: ReactNode
  sorted: Sorted | undefined
}

/** Sticky header of a list: its size, or the selection and its actions. */
function ListHead({ summary, total, actions, sorted }: ListHeadProps) {
  const { t } = useTranslation('files')
  const { selected, selectAll, clear } = useSelection()
  const isSelecting = selected.length > 0
  const headers = isSelecting ? undefined : sorted
  return (
    <div className="sticky top-15.5 z-10 flex min-h-12 items-center gap-3 rounded-t-xl border-b border-line bg-raised px-3 py-1.5 sm:px-4 lg:top-0">
      {actions ? (
        <Tick
          label={t('chooseAll')}
          checked={isSelecting && selected.length === total}
          indeterminate={isSelecting && selected.length < total}
          onChange={selected.length === total ? clear : selectAll}
        />
      ) : null}
      {headers ? <SortHeader by="name" {...headers} /> : null}
      <p role="status" className={cn('min-w-0 flex-1 truncate text-sm text-soft', headers && 'max-sm:sr-only')}>
        {isSelecting ? (
          <span className="font-medium text-ink">{t('chosen', { count: selected.length })}</span>
        ) : (
          summary
        )}
      </p>
      {headers ? <EndHeaders {...headers} /> : null}
      {isSelecting ? (
        <div className="flex items-center gap-1.5">
          {actions}
          <Button look="quiet" size="icon-small" aria-label={t('chooseNone')} onClick={clear}>
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
