import { createContext, useContext } from 'react'
import type { Selection } from '../../../ui/list/selection.js'
import type { Item } from '../model/items.js'

/** Selection of a list in which nothing can be selected. */
const noSelection: Selection<Item> = {
  selected: [],
  has: () => false,
  toggle: () => undefined,
  extendTo: () => undefined,
  selectEvery: () => undefined,
  isEvery: false,
  clear: () => undefined,
  withOthers: (item) => [item],
}

export const SelectionContext = createContext<Selection<Item>>(noSelection)

/** Returns the selection of the surrounding list. */
export function useSelection(): Selection<Item> {
  return useContext(SelectionContext)
}
