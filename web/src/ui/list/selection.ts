import { useMemo, useState } from 'react'

/** The selected items of a list. */
export interface Selection<Item> {
  /** In list order. */
  selected: readonly Item[]
  has(id: string): boolean
  toggle(id: string): void
  /** Selects the range from the last selected item, or else from `from`, to this one. */
  extendTo(id: string, from?: string): void
  /** Selects every row, loaded or not. */
  selectEvery(): void
  /** Whether every row is selected, those not loaded yet and those still to come included. */
  isEvery: boolean
  clear(): void
  /** The items an action applies to: the whole selection if the item is in it, else the item alone. */
  withOthers(item: Item): readonly Item[]
}

interface State {
  ids: ReadonlySet<string>
  /** Where a range starts. */
  anchor: string | null
  isEvery: boolean
}

const none: State = { ids: new Set(), anchor: null, isEvery: false }

/**
 * Tracks the selection of a list. Items that leave the list leave the selection; items that an action could not remove stay
 * selected.
 */
export function useNewSelection<Item>(items: readonly Item[], keyOf: (item: Item) => string): Selection<Item> {
  const [{ ids, anchor, isEvery }, set] = useState(none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keyOf` never changes
  return useMemo(() => {
    const has = (id: string) => isEvery || ids.has(id)
    const selected = items.filter((item) => has(keyOf(item)))
    const idsOf = (chosen: readonly Item[]) => new Set(chosen.map(keyOf))
    const at = (wanted: string | null) => items.findIndex((item) => keyOf(item) === wanted)
    return {
      selected,
      isEvery,
      has,
      toggle(id) {
        const next = idsOf(selected)
        if (!next.delete(id)) next.add(id)
        set({ ids: next, anchor: id, isEvery: false })
      },
      extendTo(id, from) {
        const start = at(anchor) >= 0 ? anchor : (from ?? id)
        const ends = [at(start), at(id)].sort((a, b) => a - b)
        set({ ids: idsOf(items.slice(ends[0], (ends[1] ?? 0) + 1)), anchor: start, isEvery: false })
      },
      selectEvery: () => set({ ...none, isEvery: true }),
      clear: () => set(none),
      withOthers: (item) => (has(keyOf(item)) ? selected : [item]),
    }
  }, [items, ids, anchor, isEvery])
}
