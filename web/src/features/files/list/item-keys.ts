import type { KeyboardEvent } from 'react'
import { useDialogs } from '../dialogs/dialogs.js'
import type { Item } from '../model/items.js'
import { setTransfer } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { useSelection } from './selection.js'

/** Selection keys: Ctrl+A selects all, Escape none. The handler returns whether it handled the event. */
export function useSelectionKeys(): (event: KeyboardEvent) => boolean {
  const { selected, selectAll, clear } = useSelection()
  return (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selectAll()
    else if (event.key === 'Escape' && selected.length > 0) clear()
    else return false
    event.preventDefault()
    return true
  }
}

/**
 * Keys of a row: F2 renames, Space selects, M moves, Ctrl+X cuts (Ctrl+V in a folder pastes), Delete moves to the bin. If the row
 * is selected, all but F2 and Space act on the whole selection.
 */
export function useItemKeys(item: Item, isOwn: boolean): (event: KeyboardEvent) => void {
  const open = useDialogs()
  const { bin } = useMoves()
  const onSelectionKey = useSelectionKeys()
  const { toggle, withOthers } = useSelection()
  return (event) => {
    if (!isOwn || event.altKey || onSelectionKey(event)) return
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const items = withOthers(item)
    if (isCommand && key === 'x') setTransfer({ items, by: 'cut' })
    else if (isCommand) return
    else if (key === ' ') toggle(item.id)
    else if (key === 'f2') open({ show: 'rename', item })
    else if (key === 'm') open({ show: 'move', items })
    else if (key === 'delete') void bin(items)
    else return
    event.preventDefault()
  }
}
