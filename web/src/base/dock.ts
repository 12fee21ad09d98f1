import { type ComponentType, useSyncExternalStore } from 'react'

let docked: ComponentType | null = null
const listeners = new Set<() => void>()

/** Puts something below every page behind the login, that goes on while pages change: uploads that are under way. */
export function dock(component: ComponentType): void {
  docked = component
  for (const listener of listeners) listener()
}

/** What is there, for the frame of the pages. */
export function useDocked(): ComponentType | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => docked,
  )
}
