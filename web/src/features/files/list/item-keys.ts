import type { KeyboardEvent } from 'react'
import { onSelectionKey } from '../../../ui/list/grid-row.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import type { Item } from '../model/items.js'
import { setTransfer } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { useSelection } from './selection.js'

/**
 * Keys of a row: the selection's ({@link onSelectionKey}), F2 renames, M moves, Ctrl+X cuts (Ctrl+V in a folder pastes), Delete moves to the bin. If the row
 * is selected, all but F2 act on the whole selection.
 */
export function useItemKeys(item: Item, isOwn: boolean): (event: KeyboardEvent) => void {
  const open = useDialogs()
  const { bin } = useMoves()
  const selection = useSelection()
  return (event) => {
    if (!isOwn || event.altKey || onSelectionKey(event, item.id, selection)) return
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const items = selection.withOthers(item)
    if (isCommand && key === 'x') setTransfer({ items, by: 'cut' })
    else if (isCommand) return
    else if (key === 'f2') open({ show: 'rename', item })
    else if (key === 'm') open({ show: 'move', items })
    else if (key === 'delete') void bin(items)
    else return
    event.preventDefault()
  }
}
