import { type CSSProperties, memo, type ReactNode, useCallback } from 'react'
import { useMedia } from '../media.js'
import type { Selection } from './selection.js'
import { useVirtualRows } from './virtual-rows.js'

/** Where a row is: for {@link GridRow}. */
export interface Place {
  /** In the list, from 0. */
  at: number
  style: CSSProperties
}

interface GridProps<Row> {
  /** Accessible name. */
  label: string
  rows: readonly Row[]
  /** Total number, rows not loaded yet included. */
  count: number
  keyOf: (row: Row) => string
  selection: Pick<Selection<never>, 'extendTo'>
  /** A {@link GridHead}. */
  head: ReactNode
  /** Returns a {@link GridRow}. A row is rendered again when it, its place or this function changes. */
  children: (row: Row, place: Place) => ReactNode
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

/** Dense table whose rows are selected, with the keys of {@link useVirtualRows}. Rows have two lines on phones. */
export function Grid<Row>({ label, rows, count, keyOf, selection, head, children, onEnd }: GridProps<Row>) {
  const rowHeight = useMedia('(min-width: 40rem)') ? 36 : 60
  const { extendTo } = selection
  const { frame, shown, height, topOf, onKeyDown } = useVirtualRows<Row, HTMLTableSectionElement>({
    rows,
    keyOf,
    rowHeight,
    onExtend: useCallback((from: Row, to: Row) => extendTo(keyOf(to), keyOf(from)), [extendTo, keyOf]),
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
        {head}
        <tbody ref={frame} className="relative block" style={{ height }}>
          {shown.map((row) => (
            <PlacedRow
              key={row.key}
              row={rows[row.index] as Row}
              at={row.index}
              top={topOf(row)}
              height={rowHeight}
              render={children}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PlacedRowProps<Row> {
  row: Row
  at: number
  /** In pixels, as the height. */
  top: number
  height: number
  render: (row: Row, place: Place) => ReactNode
}

/** A row where it is. Most don't change while one scrolls or types. */
const PlacedRow = memo(({ row, at, top, height, render }: PlacedRowProps<unknown>) =>
  render(row, { at, style: { height, transform: `translateY(${top}px)` } }),
) as <Row>(props: PlacedRowProps<Row>) => ReactNode
