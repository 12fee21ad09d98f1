import { useSyncExternalStore } from 'react'

const paneRoom = '(min-width: 80rem)'

/** Returns whether there is room for a list and, beside it, a pane. */
export const useHasPane = (): boolean => useMedia(paneRoom)

/** Returns the same once, outside of components. */
export const hasPaneNow = (): boolean => matchMedia(paneRoom).matches

/** Returns whether a media query holds, and re-renders when that changes: `(min-width: 80rem)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
