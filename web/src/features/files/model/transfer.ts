import { useSyncExternalStore } from 'react'
import type { Item } from './items.js'

/** Items on their way to another folder, dragged or cut. */
interface Held {
  items: readonly Item[]
  by: 'drag' | 'cut'
}

let held: Held | null = null
const listeners = new Set<() => void>()

/** Starts a transfer, or ends it with null. */
export function hold(next: Held | null): void {
  held = next
  for (const listener of listeners) listener()
}

/** Returns the current transfer. */
export function heldNow(): Held | null {
  return held
}

/** Returns the current transfer and re-renders when it changes. */
export function useHeld(): Held | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, heldNow)
}

/** A folder to move items into. At level 0 it is the root, which holds folders only. */
interface Place {
  _id: string
  folderLevel: number
}

/** Whether items may be moved into a folder. Moving a folder into its own subfolder is left to the service to refuse. */
export function mayLandIn(items: readonly Item[], { _id, folderLevel }: Place): boolean {
  return (
    items.some(({ parentId }) => parentId !== _id) &&
    items.every(({ id, kind }) => id !== _id && (folderLevel > 0 || kind === 'folder'))
  )
}
