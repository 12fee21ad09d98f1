import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rowLinks, useRowMoves } from '../keys/row-keys.js'
import type { KeyPress } from '../keys/shortcuts.js'
import { whenIdle } from '../later.js'

interface VirtualRowsOptions<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Height of every row, in pixels. */
  rowHeight: number
  /** Called when Shift and an arrow key moved from one row to another. */
  onExtend?: ((from: Row, to: Row) => void) | undefined
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

interface VirtualRows<Frame extends HTMLElement> {
  /** The element that holds the rows. */
  frame: RefObject<Frame | null>
  /** Rows to render, each as an element with `data-index`, moved down by {@link VirtualRows.topOf}. */
  shown: readonly VirtualItem[]
  /** Height of all rows, in pixels. */
  height: number
  topOf: (row: VirtualItem) => number
  onKeyDown: (press: KeyPress) => void
}

/**
 * Renders only the rows in view of the window, so that ten thousand are as fast as ten. In each row one element takes the focus: it
 * has `data-row-link`, and has the keys of {@link useRowMoves}.
 */
export function useVirtualRows<Row, Frame extends HTMLElement>({
  rows,
  keyOf,
  rowHeight,
  onExtend,
  onEnd,
}: VirtualRowsOptions<Row>): VirtualRows<Frame> {
  const frame = useRef<Frame>(null)
  const scrollMargin = useTopOf(frame)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: useIsSettled() ? 10 : 1,
    scrollMargin,
    getItemKey: (index) => keyOf(rows[index] as Row),
  })
  const measuredHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measuredHeight.current === rowHeight) return
    measuredHeight.current = rowHeight
    // The virtualizer keeps the sizes that it estimated.
    virtualizer.measure()
  }, [rowHeight, virtualizer])
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 20) onEnd()
  }, [last, rows.length, onEnd])

  const goTo = useCallback(
    (index: number): number => {
      const row = () => frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${rowLinks}`)
      virtualizer.scrollToIndex(index, { align: 'auto' })
      // The row exists only after scrolling.
      if (row()) row()?.focus()
      else setTimeout(() => row()?.focus(), 60)
      return index
    },
    [virtualizer],
  )
  const extend = (from: number, to: number) => {
    const [first, second] = [rows[from], rows[to]]
    if (first && second) onExtend?.(first, second)
  }
  const onKeyDown = useRowMoves({
    count: () => rows.length,
    indexOf: rowIndexOf,
    goTo,
    onExtend: onExtend && extend,
  })
  return { frame, shown, height: virtualizer.getTotalSize(), topOf: ({ start }) => start - scrollMargin, onKeyDown }
}

/** Returns which row an element is in, from 0; NaN outside of rows. */
export function rowIndexOf(element: Element): number {
  return Number(element.closest<HTMLElement>('[data-index]')?.dataset.index)
}

/** Returns whether the list has been shown: until then only the rows in view are rendered. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => whenIdle(() => setSettled(true)), [])
  return isSettled
}

/** Returns the offset of an element in the page. It depends on what is above, which also changes the height of the page. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined) setOffset(Math.round(top + scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return offset
}
