import { createContext, useContext, useMemo, useState } from 'react'
import type { Item } from '../model/items.js'

/** What of a list is chosen, to do something with all of it at once. */
interface Selection {
  /** In the order of the list. */
  chosen: readonly Item[]
  has(id: string): boolean
  toggle(id: string): void
  /** Chooses from the one that was chosen last (or from the second one given) to this one. */
  extendTo(id: string, from?: string): void
  chooseAll(): void
  clear(): void
  /** What an action on one of them is about: all that is chosen if it is among that, else it alone. */
  withOthers(item: Item): readonly Item[]
}

interface State {
  ids: ReadonlySet<string>
  /** Where a range begins. */
  anchor: string | null
}

const none: State = { ids: new Set(), anchor: null }

/** Keeps what is chosen of a list. What leaves the list is not chosen any more; what an action could not take away still is. */
export function useNewSelection(items: readonly Item[]): Selection {
  const [{ ids, anchor }, set] = useState(none)
  return useMemo(() => {
    const chosen = items.filter(({ id }) => ids.has(id))
    const has = (id: string) => ids.has(id)
    const at = (wanted: string | null) => items.findIndex(({ id }) => id === wanted)
    return {
      chosen,
      has,
      toggle(id) {
        const next = new Set(chosen.map((item) => item.id))
        if (!next.delete(id)) next.add(id)
        set({ ids: next, anchor: id })
      },
      extendTo(id, from) {
        const start = at(anchor) >= 0 ? anchor : (from ?? id)
        const ends = [at(start), at(id)].sort((a, b) => a - b)
        const range = items.slice(ends[0], (ends[1] ?? 0) + 1)
        set({ ids: new Set(range.map((item) => item.id)), anchor: start })
      },
      chooseAll: () => set({ ids: new Set(items.map(({ id }) => id)), anchor: null }),
      clear: () => set(none),
      withOthers: (item) => (has(item.id) ? chosen : [item]),
    }
  }, [items, ids, anchor])
}

/** Of a list in which nothing can be chosen. */
const nothing: Selection = {
  chosen: [],
  has: () => false,
  toggle: () => undefined,
  extendTo: () => undefined,
  chooseAll: () => undefined,
  clear: () => undefined,
  withOthers: (item) => [item],
}

export const SelectionContext = createContext<Selection>(nothing)

/** What is chosen in the list around. */
export function useSelection(): Selection {
  return useContext(SelectionContext)
}
