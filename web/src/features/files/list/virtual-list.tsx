import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

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

/**
 * A list that renders only the rows in view, so that ten thousand are as fast as ten. Arrow keys, Home and End move through it.
 */
export function VirtualList<Row>({ label, rows, count, keyOf, children, onExtend, onEnd }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // The list's offset depends on what is above it, which also changes the height of the page.
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top
      if (top !== undefined) setScrollMargin(Math.round(top + scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin,
    getItemKey: (index) => keyOf(rows[index] as Row),
  })
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 20) onEnd()
  }, [last, rows.length, onEnd])

  const goTo = (index: number): number => {
    const at = Math.max(0, Math.min(rows.length - 1, index))
    const focus = () => list.current?.querySelector<HTMLElement>(`[data-index="${at}"] [data-row-link]`)?.focus()
    virtualizer.scrollToIndex(at, { align: 'auto' })
    // The row exists only after scrolling.
    if (list.current?.querySelector(`[data-index="${at}"]`)) focus()
    else setTimeout(focus, 60)
    return at
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (!target.matches('[data-row-link]') || event.ctrlKey || event.metaKey || event.altKey) return
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const [from, to] = [rows[index], rows[goTo(next)]]
    if (event.shiftKey && from && to) onExtend?.(from, to)
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {shown.map(({ index, key, start }) => (
        <li
          key={key}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 border-b border-line last:rounded-b-xl last:border-0"
          style={{ height: rowHeight, transform: `translateY(${start - scrollMargin}px)` }}
        >
          {children(rows[index] as Row)}
        </li>
      ))}
    </ul>
  )
}
