import { useSyncExternalStore } from 'react'
import type { Item } from './items.js'

/** Items on their way to another folder, dragged or cut. */
interface Transfer {
  items: readonly Item[]
  by: 'drag' | 'cut'
}

let current: Transfer | null = null
const listeners = new Set<() => void>()

/** Starts a transfer, or ends it with null. */
export function setTransfer(next: Transfer | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Returns the current transfer. */
export function currentTransfer(): Transfer | null {
  return current
}

/** Returns the current transfer and re-renders when it changes. */
export function useTransfer(): Transfer | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTransfer)
}

/** A folder to move items into. At level 0 it is the root, which holds folders only. */
interface Destination {
  _id: string
  folderLevel: number
}

/** Whether items may be moved into a folder. Moving a folder into its own subfolder is left to the service to refuse. */
export function canMoveInto(items: readonly Item[], { _id, folderLevel }: Destination): boolean {
  return (
    items.some(({ parentId }) => parentId !== _id) &&
    items.every(({ id, kind }) => id !== _id && (folderLevel > 0 || kind === 'folder'))
  )
}
