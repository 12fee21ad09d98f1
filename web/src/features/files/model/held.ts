import { useSyncExternalStore } from 'react'
import type { Item } from './types.js'

/** Something on its way to another folder: dragged, or cut to be put down elsewhere. */
export interface Held {
  item: Item
  by: 'drag' | 'cut'
}

let held: Held | null = null
const listeners = new Set<() => void>()

/** Takes something up, or (null) lets it go. */
export function hold(next: Held | null): void {
  held = next
  for (const listener of listeners) listener()
}

/** What is held now. */
export function heldNow(): Held | null {
  return held
}

/** What is held, for screens. */
export function useHeld(): Held | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, heldNow)
}

/** May it be put into this folder? What the service knows better (a folder into itself, from below) it says. */
export function mayLandIn(item: Item, folderId: string): boolean {
  return item.parentId !== folderId && item.id !== folderId
}
