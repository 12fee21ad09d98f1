import type { KeyPress } from '../../../ui/keys/shortcuts.js'
import { useFocusKeys } from '../../../ui/keys/use-keys.js'
import { selectionKeys } from '../../../ui/list/grid-row.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import type { Item } from '../model/items.js'
import { setTransfer } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { useSelection } from './selection.js'

/**
 * Keys of a row: those of the selection, and those that rename, move, cut and bin (`paste` in a folder puts what was cut there). If
 * the row is selected, all but `rename` act on the whole selection.
 */
export function useItemKeys(item: Item, isOwn: boolean): (press: KeyPress) => boolean {
  const open = useDialogs()
  const { bin } = useMoves()
  const selection = useSelection()
  const items = () => selection.withOthers(item)
  const own = {
    ...selectionKeys(item.id, selection),
    rename: () => open({ show: 'rename', item }),
    move: () => open({ show: 'move', items: items() }),
    cut: () => setTransfer({ items: items(), by: 'cut' }),
    bin: () => void bin(items()),
  }
  return useFocusKeys(isOwn ? own : {})
}
