import { useSyncExternalStore } from 'react'
import type { Item } from './items.js'

/** Things on their way to another folder: dragged, or cut to be put down elsewhere. */
interface Held {
  items: readonly Item[]
  by: 'drag' | 'cut'
}

let held: Held | null = null
const listeners = new Set<() => void>()

/** Takes things up, or (null) lets them go. */
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

/** A folder to put things into; at level 0 it is where the top folders lie, and no files. */
interface Place {
  _id: string
  folderLevel: number
}

/** May they be put there? What the service knows better (a folder into itself, from below) it says. */
export function mayLandIn(items: readonly Item[], { _id, folderLevel }: Place): boolean {
  return (
    items.some(({ parentId }) => parentId !== _id) &&
    items.every(({ id, kind }) => id !== _id && (folderLevel > 0 || kind === 'folder'))
  )
}
