import type { ReactNode } from 'react'
import { useVirtualRows } from './virtual-rows.js'

interface VirtualListProps<Row> {
  /** Accessible name. */
  label: string
  rows: readonly Row[]
  /** Total number, rows not loaded yet included. */
  count: number
  keyOf: (row: Row) => string
  /** One element inside takes the focus: it has `data-row-link`. */
  children: (row: Row) => ReactNode
  /** Called when Shift and an arrow key moved from one row to another. */
  onExtend?: (from: Row, to: Row) => void
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

const rowHeight = 64

/** A list that renders only the rows in view, with the keys of {@link useVirtualRows}. */
export function VirtualList<Row>({ label, rows, count, keyOf, children, onExtend, onEnd }: VirtualListProps<Row>) {
  const { frame, shown, height, topOf, onKeyDown } = useVirtualRows<Row, HTMLUListElement>({
    rows,
    keyOf,
    rowHeight,
    onExtend,
    onEnd,
  })
  return (
    <ul ref={frame} aria-label={label} onKeyDown={onKeyDown} className="relative" style={{ height }}>
      {shown.map((row) => (
        <li
          key={row.key}
          data-index={row.index}
          aria-setsize={count}
          aria-posinset={row.index + 1}
          className="absolute inset-x-0 top-0 border-b border-line last:rounded-b-xl last:border-0"
          style={{ height: rowHeight, transform: `translateY(${topOf(row)}px)` }}
        >
          {children(rows[row.index] as Row)}
        </li>
      ))}
    </ul>
  )
}
