import { useCallback } from 'react'
import type { Selection } from '../../../ui/list/selection.js'
import { useVirtualRows } from '../../../ui/list/virtual-rows.js'
import { useMedia } from '../../../ui/media.js'
import type { StampOrder, StampSummary } from '../stamp-queries.js'
import { StampRow } from './stamp-row.jsx'
import { TableHead } from './table-head.jsx'

interface StampTableProps {
  /** Accessible name. */
  label: string
  stamps: readonly StampSummary[]
  /** Total number, rows not loaded yet included. */
  count: number
  selection: Selection<StampSummary>
  order: StampOrder
  onOrder: (order: StampOrder) => void
  /** Whether the list is one run's: it shows folders. */
  isRun?: boolean
  /** Where names lead: the pane beside the list, or pages. */
  opens?: 'pane' | 'page'
  /** Code of the stamp in the pane. */
  open?: string | undefined
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

/** Dense table of stamps, with the keys of {@link useVirtualRows}. */
export function StampTable({
  label,
  stamps,
  count,
  selection,
  order,
  onOrder,
  isRun = false,
  opens = 'page',
  open,
  onEnd,
}: StampTableProps) {
  // Two lines on phones.
  const rowHeight = useMedia('(min-width: 40rem)') ? 36 : 60
  const { extendTo } = selection
  const { frame, shown, height, topOf, onKeyDown } = useVirtualRows<StampSummary, HTMLTableSectionElement>({
    rows: stamps,
    keyOf: codeOf,
    rowHeight,
    onExtend: useCallback((from: StampSummary, to: StampSummary) => extendTo(to.code, from.code), [extendTo]),
    onEnd,
  })
  return (
    <div className="@container rounded-xl border border-line bg-raised">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are selected
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={count + 1}
        onKeyDown={onKeyDown}
        className="block"
      >
        <TableHead order={order} onOrder={onOrder} selection={selection} count={count} isRun={isRun} />
        <tbody ref={frame} className="relative block" style={{ height }}>
          {shown.map((row) => {
            const stamp = stamps[row.index] as StampSummary
            return (
              <StampRow
                key={row.key}
                stamp={stamp}
                at={row.index}
                style={{ height: rowHeight, transform: `translateY(${topOf(row)}px)` }}
                selection={selection}
                isRun={isRun}
                opens={opens}
                isOpen={stamp.code === open}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Identifies a stamp in lists and selections. */
export const codeOf = ({ code }: StampSummary) => code
