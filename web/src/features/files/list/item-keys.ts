import type { ShortcutName } from '../../../ui/keys/shortcuts.js'
import { useDialogs } from '../dialogs/dialogs.js'
import type { Item } from '../model/items.js'
import { setTransfer } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'

/** Shortcuts on the item with the focus; `items`: the whole selection if it is in it, else the item alone. */
export type ItemHandlers = { readonly [Name in ShortcutName]?: (item: Item, items: readonly Item[]) => unknown }

/** Returns the shortcuts that rename, move, cut and bin (`paste` in a folder puts what was cut there). */
export function useItemKeys(): ItemHandlers {
  const open = useDialogs()
  const { bin } = useMoves()
  return {
    rename: (item) => open({ show: 'rename', item }),
    move: (_, items) => open({ show: 'move', items }),
    cut: (_, items) => setTransfer({ items, by: 'cut' }),
    bin: (_, items) => void bin(items),
  }
}
