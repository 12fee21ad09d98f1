import { createContext, useContext, useMemo, useState } from 'react'
import type { Item } from '../model/items.js'

/** The selected items of a list. */
interface Selection {
  /** In list order. */
  selected: readonly Item[]
  has(id: string): boolean
  toggle(id: string): void
  /** Selects the range from the last selected item, or else from `from`, to this one. */
  extendTo(id: string, from?: string): void
  selectAll(): void
  clear(): void
  /** The items an action applies to: the whole selection if the item is in it, else the item alone. */
  withOthers(item: Item): readonly Item[]
}

interface State {
  ids: ReadonlySet<string>
  /** Where a range starts. */
  anchor: string | null
}

const none: State = { ids: new Set(), anchor: null }

/**
 * Tracks the selection of a list. Items that leave the list leave the selection; items that an action could not remove stay
 * selected.
 */
export function useNewSelection(items: readonly Item[]): Selection {
  const [{ ids, anchor }, set] = useState(none)
  return useMemo(() => {
    const selected = items.filter(({ id }) => ids.has(id))
    const has = (id: string) => ids.has(id)
    const at = (wanted: string | null) => items.findIndex(({ id }) => id === wanted)
    return {
      selected,
      has,
      toggle(id) {
        const next = new Set(selected.map((item) => item.id))
        if (!next.delete(id)) next.add(id)
        set({ ids: next, anchor: id })
      },
      extendTo(id, from) {
        const start = at(anchor) >= 0 ? anchor : (from ?? id)
        const ends = [at(start), at(id)].sort((a, b) => a - b)
        const range = items.slice(ends[0], (ends[1] ?? 0) + 1)
        set({ ids: new Set(range.map((item) => item.id)), anchor: start })
      },
      selectAll: () => set({ ids: new Set(items.map(({ id }) => id)), anchor: null }),
      clear: () => set(none),
      withOthers: (item) => (has(item.id) ? selected : [item]),
    }
  }, [items, ids, anchor])
}

/** Selection of a list in which nothing can be selected. */
const noSelection: Selection = {
  selected: [],
  has: () => false,
  toggle: () => undefined,
  extendTo: () => undefined,
  selectAll: () => undefined,
  clear: () => undefined,
  withOthers: (item) => [item],
}

export const SelectionContext = createContext<Selection>(noSelection)

/** Returns the selection of the surrounding list. */
export function useSelection(): Selection {
  return useContext(SelectionContext)
}
