import { type ComponentType, useSyncExternalStore } from 'react'

let docked: ComponentType | null = null
const listeners = new Set<() => void>()

/** Keeps a component below every page behind the login, across page changes: running uploads. */
export function dock(component: ComponentType): void {
  docked = component
  for (const listener of listeners) listener()
}

/** Returns the docked component, for the frame of the pages. */
export function useDocked(): ComponentType | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => docked,
  )
}
