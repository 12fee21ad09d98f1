import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

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
  onKeyDown: (event: KeyboardEvent) => void
}

/** Elements that need the letters themselves, and dialogs above the list. */
const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=dialog] *, [role=menu], [role=menu] *'

/**
 * Renders only the rows in view of the window, so that ten thousand are as fast as ten. In each row one element takes the focus: it
 * has `data-row-link`. Arrow keys, J, K, Home and End move through the rows; J and K also from elsewhere on the page.
 */
export function useVirtualRows<Row, Frame extends HTMLElement>({
  rows,
  keyOf,
  rowHeight,
  onExtend,
  onEnd,
}: VirtualRowsOptions<Row>): VirtualRows<Frame> {
  const frame = useRef<Frame>(null)
  const focused = useRef(-1)
  const scrollMargin = useTopOf(frame)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin,
    getItemKey: (index) => keyOf(rows[index] as Row),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the sizes that it estimated
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 20) onEnd()
  }, [last, rows.length, onEnd])

  const goTo = useCallback(
    (index: number): number => {
      const at = Math.max(0, Math.min(rows.length - 1, index))
      const row = () => frame.current?.querySelector<HTMLElement>(`[data-index="${at}"] [data-row-link]`)
      virtualizer.scrollToIndex(at, { align: 'auto' })
      focused.current = at
      // The row exists only after scrolling.
      if (row()) row()?.focus()
      else setTimeout(() => row()?.focus(), 60)
      return at
    },
    [virtualizer, rows.length],
  )
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const step = stepOf(event.key)
      const target = event.target as HTMLElement
      if (event.defaultPrevented || step === 0 || isCommand(event) || target.matches(typing)) return
      event.preventDefault()
      goTo(focused.current + (focused.current < 0 ? 1 : step))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [goTo])

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (!target.matches('[data-row-link]') || isCommand(event)) return
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key]
    const step = stepOf(event.key)
    if (next === undefined && step === 0) return
    event.preventDefault()
    const [from, to] = [rows[index], rows[goTo(next ?? index + step)]]
    if (event.shiftKey && from && to) onExtend?.(from, to)
  }
  return { frame, shown, height: virtualizer.getTotalSize(), topOf: ({ start }) => start - scrollMargin, onKeyDown }
}

const isCommand = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  event.ctrlKey || event.metaKey || event.altKey

function stepOf(key: string): number {
  return { j: 1, k: -1 }[key.toLowerCase()] ?? 0
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
