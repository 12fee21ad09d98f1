import { type RefObject, useRef } from 'react'
import type { KeyPress } from './shortcuts.js'
import { useFocusKeys, usePageKeys } from './use-keys.js'

/** Of each row, the element that takes the focus. */
export const rowLinks = '[data-row-link]'

interface RowMoves {
  count: () => number
  /** Returns which row a {@link rowLinks} element is, from 0. */
  indexOf: (link: HTMLElement) => number
  /** Moves the focus to a row, and returns which it was. */
  goTo: (index: number) => number
  /** Called when a row was reached with Shift held down. */
  onExtend?: ((from: number, to: number) => void) | undefined
}

/**
 * The keys that every list has: arrow keys, J, K, Home and End move through the rows, Enter opens one; J and K also from elsewhere on
 * the page. Returns the list's `onKeyDown`.
 */
export function useRowMoves({ count, indexOf, goTo, onExtend }: RowMoves): (press: KeyPress) => boolean {
  const last = useRef(-1)
  const go = (index: number) => {
    last.current = goTo(Math.max(0, Math.min(count() - 1, index)))
    return last.current
  }
  const fromRow = (move: (index: number) => void) => (press: KeyPress) => {
    const target = press.target as HTMLElement
    return target.matches(rowLinks) ? move(indexOf(target)) : false
  }
  const extend = (step: number) => fromRow((index) => onExtend?.(index, go(index + step)))
  usePageKeys({
    next: () => void go(last.current + 1),
    previous: () => void go(last.current - 1),
  })
  return useFocusKeys({
    next: fromRow((index) => void go(index + 1)),
    previous: fromRow((index) => void go(index - 1)),
    first: fromRow(() => void go(0)),
    last: fromRow(() => void go(count() - 1)),
    open: ({ target }) => target instanceof HTMLAnchorElement && target.matches(rowLinks) && target.click(),
    ...(onExtend ? { extendNext: extend(1), extendPrevious: extend(-1) } : {}),
  })
}

/** The keys of {@link useRowMoves} for a list that shows all its rows. In each, one element has `data-row-link`. */
export function useListKeys<Frame extends HTMLElement>(): {
  ref: RefObject<Frame | null>
  onKeyDown: (press: KeyPress) => void
} {
  const ref = useRef<Frame>(null)
  const links = () => [...(ref.current?.querySelectorAll<HTMLElement>(rowLinks) ?? [])]
  const onKeyDown = useRowMoves({
    count: () => links().length,
    indexOf: (link) => links().indexOf(link),
    goTo: (index) => {
      links()[index]?.focus()
      return index
    },
  })
  return { ref, onKeyDown }
}
