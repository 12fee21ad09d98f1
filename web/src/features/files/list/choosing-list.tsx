import { type ReactNode, useMemo } from 'react'
import type { Item } from '../model/types.js'
import { ListHead } from './list-head.jsx'
import { SelectionContext, useNewSelection } from './selection.js'
import { VirtualList } from './virtual-list.jsx'

interface ChoosingListProps<Row> {
  /** Names it for those who do not see it. */
  label: string
  rows: readonly Row[]
  /** How many there are in all, those not loaded yet included. */
  count: number
  itemOf: (row: Row) => Item
  /** In words how much is listed. */
  summary: string
  /** What can be done with what is chosen, as buttons; not given where nothing can be chosen. */
  actions?: ReactNode
  children: (row: Row) => ReactNode
  /** Called when the end of what is loaded comes into sight. */
  onEnd: () => void
}

/** A list of folders and files, of which several can be chosen. */
export function ChoosingList<Row>({
  label,
  rows,
  count,
  itemOf,
  summary,
  actions,
  children,
  onEnd,
}: ChoosingListProps<Row>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a row is does not change
  const items = useMemo(() => rows.map(itemOf), [rows])
  const selection = useNewSelection(items)
  return (
    <SelectionContext value={selection}>
      <div
        className="group/list rounded-xl border border-line bg-raised"
        data-choosing={selection.chosen.length > 0 || undefined}
      >
        <ListHead summary={summary} total={rows.length} actions={actions} />
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
