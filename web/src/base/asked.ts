import { useEffect, useRef } from 'react'

/** Work that someone wants done on a page that may not be open yet. */
export type Asked = { what: 'new-folder' } | { what: 'upload'; files: readonly File[] }

let waiting: Asked | null = null
const takers: ((asked: Asked) => void)[] = []

/** Has the page that does it begin: the open one, or else the next. Returns whether the open one did. */
export function ask(asked: Asked): boolean {
  const taker = takers.at(-1)
  if (taker) taker(asked)
  else waiting = asked
  return taker !== undefined
}

/** Takes what {@link ask} asks for, and what was asked for before the page opened. */
export function useAsked(take: (asked: Asked) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const taker = (asked: Asked) => latest.current(asked)
    takers.push(taker)
    const before = waiting
    waiting = null
    if (before) taker(before)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
    }
  }, [])
}
