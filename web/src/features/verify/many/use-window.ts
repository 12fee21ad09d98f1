import { type RefObject, useEffect, useState } from 'react'

/** Rows that are drawn, and the space in place of those before and after. */
interface Shown {
  from: number
  to: number
}

/** Rows drawn beyond the edges of the screen. */
const spare = 12

/**
 * Returns which rows of a list are near the screen: of thousands, only these are drawn.
 *
 * @param offsets where each row begins below the top of the list, in pixels, and where the last one ends
 */
export function useWindow(list: RefObject<HTMLElement | null>, offsets: readonly number[]): Shown {
  const count = offsets.length - 1
  const [shown, setShown] = useState<Shown>({ from: 0, to: Math.min(count, 60) })
  useEffect(() => {
    const update = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const from = Math.max(0, rowAt(offsets, -top) - spare)
      const to = Math.min(count, rowAt(offsets, innerHeight - top) + 1 + spare)
      setShown((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [list, offsets, count])
  return { from: Math.min(shown.from, count), to: Math.min(shown.to, count) }
}

/** Returns the row at a distance from the top. */
function rowAt(offsets: readonly number[], distance: number): number {
  let [low, high] = [0, offsets.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= distance) low = middle
    else high = middle - 1
  }
  return low
}
