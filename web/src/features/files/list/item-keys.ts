import type { KeyboardEvent } from 'react'
import { useDialogs } from '../dialogs/dialogs.js'
import type { Item } from '../model/items.js'
import { hold } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { useSelection } from './selection.js'

/** Selection keys: Ctrl+A selects all, Escape none. The handler returns whether it handled the event. */
export function useChoosingKeys(): (event: KeyboardEvent) => boolean {
  const { chosen, chooseAll, clear } = useSelection()
  return (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') chooseAll()
    else if (event.key === 'Escape' && chosen.length > 0) clear()
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
  const choose = useChoosingKeys()
  const { toggle, withOthers } = useSelection()
  return (event) => {
    if (!isOwn || event.altKey || choose(event)) return
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const items = withOthers(item)
    if (isCommand && key === 'x') hold({ items, by: 'cut' })
    else if (isCommand) return
    else if (key === ' ') toggle(item.id)
    else if (key === 'f2') open({ show: 'rename', item })
    else if (key === 'm') open({ show: 'move', items })
    else if (key === 'delete') void bin(items)
    else return
    event.preventDefault()
  }
}
