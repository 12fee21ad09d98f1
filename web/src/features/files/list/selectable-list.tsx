import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Grid, type Place } from '../../../ui/list/grid.jsx'
import { useNewSelection } from '../../../ui/list/selection.js'
import { SelectionBar } from '../../../ui/list/selection-bar.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import { countText } from '../../../ui/values/formats.js'
import type { FolderOrder } from '../model/folder-order.js'
import type { Item } from '../model/items.js'
import { useTransfer } from '../model/transfer.js'
import type { DropOptions } from './drag-and-drop.jsx'
import type { ItemHandlers } from './item-keys.js'
import { ListHead } from './list-head.jsx'
import type { RowState } from './row.jsx'
import { useRowDrag } from './row-drag.js'
import { SelectionContext, useSelection } from './selection.js'

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
  /** Shortcuts on items that can be selected. */
  keys?: ItemHandlers
  /** Opens an item by its link. */
  onOpen?: (item: Item) => void
  /** Called when the pointer or the focus comes to the rows. */
  onNear?: () => void
  /** Returns what may be dropped on a row; undefined: nothing. */
  dropOf?: (row: Row) => DropOptions | undefined
  /** The order of the rows, where headers change it. */
  order?: FolderOrder
  onOrder?: (order: FolderOrder) => void
  isBin?: boolean
  children: (row: Row, place: Place, state: RowState) => ReactNode
  /** Whether rows aren't loaded yet. */
  hasMore: boolean
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
  keys = {},
  onOpen,
  onNear,
  dropOf,
  order,
  onOrder,
  isBin = false,
  children,
  hasMore,
  onEnd,
}: SelectableListProps<Row>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `itemOf` never changes
  const items = useMemo(() => rows.map(itemOf), [rows])
  const selection = useNewSelection(items, ({ id }) => id)
  const isLoading = selection.isEvery && hasMore
  // Actions name each item, so all have to be loaded, page by page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows mean that a page has arrived
  useEffect(() => {
    if (isLoading) onEnd()
  }, [isLoading, onEnd, rows.length])
  const isSelectable = actions !== undefined
  const { has, withOthers } = selection
  const { over, handlers } = useRowDrag({ rows, itemOf, withOthers, dropOf })
  const moving = new Set(useTransfer()?.items.map(({ id }) => id))
  const onItem = (run: NonNullable<ItemHandlers[keyof ItemHandlers]>) => (row: Row) => {
    const item = itemOf(row)
    return run(item, withOthers(item))
  }
  return (
    <SelectionContext value={selection}>
      <p role="status" className="tabular mb-3 text-sm text-soft">
        {summary}
      </p>
      <Grid<Row>
        label={label}
        rows={rows}
        count={count}
        keyOf={(row) => itemOf(row).id}
        selection={isSelectable ? selection : undefined}
        head={<ListHead isSelectable={isSelectable} sorted={order && onOrder && { order, onOrder }} isBin={isBin} />}
        {...(onOpen && { onOpen: (row) => onOpen(itemOf(row)) })}
        {...(onNear && { onNear })}
        keys={isSelectable ? Object.fromEntries(Object.entries(keys).map(([name, run]) => [name, onItem(run)])) : {}}
        rowsProps={handlers}
        onEnd={onEnd}
      >
        {(row, place) => {
          const { id } = itemOf(row)
          const state = { isSelected: has(id), isMoving: moving.has(id), over: over?.id === id ? over.kind : null }
          return children(row, place, state)
        }}
      </Grid>
      <ListBar count={count}>{isLoading ? <Spinner className="mx-3 size-4" /> : actions}</ListBar>
    </SelectionContext>
  )
}

/** Bar of the selected items. The bar of cut ones takes its place. */
function ListBar({ count, children }: { count: number; children: ReactNode }) {
  const { t, i18n } = useTranslation('files')
  const selection = useSelection()
  const transfer = useTransfer()
  // Counts up while all are being loaded: actions apply to what is.
  const number = selection.selected.length
  if (number === 0 || transfer?.by === 'cut') return null
  const [chosen, all] = [number, count].map((value) => countText(i18n.language, value))
  return (
    <SelectionBar
      label={t('chosen', { count: number })}
      words={{ chosen: t('chosenOf', { chosen, all }), every: t('chooseAll'), none: t('chooseNone') }}
      selection={selection}
    >
      {children}
    </SelectionBar>
  )
}
