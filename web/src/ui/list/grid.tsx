import { type ComponentProps, type CSSProperties, memo, type ReactNode, useCallback } from 'react'
import { rowLinks } from '../keys/row-keys.js'
import type { KeyPress, ShortcutName } from '../keys/shortcuts.js'
import { useFocusKeys } from '../keys/use-keys.js'
import { useMedia } from '../media.js'
import { rowClicks } from './row-clicks.js'
import type { Selection } from './selection.js'
import { rowIndexOf, useVirtualRows } from './virtual-rows.js'

/** Where a row is: for {@link GridRow}. */
export interface Place {
  /** In the list, from 0. */
  at: number
  style: CSSProperties
}

/** Runs shortcuts on the row that has the focus. One that returns false had nothing to do. */
export type RowHandlers<Row> = { readonly [Name in ShortcutName]?: (row: Row) => unknown }

interface GridProps<Row> {
  /** Accessible name. */
  label: string
  rows: readonly Row[]
  /** Total number, rows not loaded yet included. */
  count: number
  keyOf: (row: Row) => string
  /** Undefined: rows can't be selected. */
  selection: Pick<Selection<unknown>, 'toggle' | 'extendTo' | 'selected' | 'selectEvery' | 'clear'> | undefined
  /** A {@link GridHead}. */
  head: ReactNode
  /** Returns a {@link GridRow}. A row is rendered again when it, its place or this function changes. */
  children: (row: Row, place: Place) => ReactNode
  /** Called when the link of a row is clicked; without it the browser follows the link. */
  onOpen?: (row: Row) => void
  /** Called when the pointer or the focus comes to the rows: one may soon be opened. */
  onNear?: () => void
  /** Further handlers of the rows. */
  rowsProps?: ComponentProps<'tbody'>
  /** Shortcuts of a row, beside those that select. */
  keys?: RowHandlers<Row>
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

/**
 * Dense table whose rows are selected, with the keys of {@link useVirtualRows}. Rows have two lines on phones. The table listens for its
 * rows, so that they are elements and words alone: a list is shown twice as fast.
 */
export function Grid<Row>({
  label,
  rows,
  count,
  keyOf,
  selection,
  head,
  children,
  onOpen,
  onNear,
  rowsProps,
  keys = {},
  onEnd,
}: GridProps<Row>) {
  const rowHeight = useMedia('(min-width: 40rem)') ? 36 : 60
  const { frame, shown, height, topOf, onKeyDown } = useVirtualRows<Row, HTMLTableSectionElement>({
    rows,
    keyOf,
    rowHeight,
    onExtend: selection && ((from, to) => selection.extendTo(keyOf(to), keyOf(from))),
    onEnd,
  })
  const rowAround = useCallback((element: Element) => rows[rowIndexOf(element)], [rows])
  const onRowKey = useRowHandlers(rowAround, { ...(selection && selectionKeys(selection, keyOf)), ...keys })
  return (
    <div className="@container rounded-xl border border-line bg-raised">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are selected
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={count + 1}
        onKeyDown={(press) => onRowKey(press) || onKeyDown(press)}
        className="block"
      >
        {head}
        <tbody
          ref={frame}
          className="relative block"
          style={{ height }}
          onPointerEnter={onNear}
          onFocus={onNear}
          {...rowsProps}
          {...rowClicks({ rowAround, keyOf, selection, onOpen })}
        >
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

/** Returns the keys that select: the row with the focus, every row of the list, or none. */
function selectionKeys<Row>(
  { toggle, selectEvery, clear, selected }: NonNullable<GridProps<Row>['selection']>,
  keyOf: (row: Row) => string,
): RowHandlers<Row> {
  return {
    select: (row) => toggle(keyOf(row)),
    selectAll: selectEvery,
    clear: () => selected.length > 0 && clear(),
  }
}

/** Returns the `onKeyDown` of a list for shortcuts on the row whose link, or box, has the focus. */
function useRowHandlers<Row>(rowAround: (element: Element) => Row | undefined, handlers: RowHandlers<Row>) {
  const onRow = (run: (row: Row) => unknown) => (press: KeyPress) => {
    const target = press.target as Element
    const row = target.matches(rowLinks) ? rowAround(target) : undefined
    // A box takes Space by itself.
    const isOfBox = press.key === ' ' && target instanceof HTMLInputElement
    return row === undefined || isOfBox ? false : run(row)
  }
  return useFocusKeys(Object.fromEntries(Object.entries(handlers).map(([name, run]) => [name, onRow(run)])))
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
