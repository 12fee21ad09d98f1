import { createContext, useContext } from 'react'
import type { Item } from '../model/types.js'

/** What the nodes of a tree share. */
export interface TreeState {
  selected: string | null
  /** The node that Tab leads to. */
  focused: string
  expanded: ReadonlySet<string>
  toggle(id: string, isExpanded: boolean): void
  focus(id: string): void
  select(id: string, name: string): void
  /** Not to be chosen, nor what is below it: a folder cannot be put into itself. */
  isBarred(id: string): boolean
  /** Something was dropped on a node; without it nothing can be. */
  onDropItem?: (item: Item, id: string, name: string) => void
}

export const TreeContext = createContext<TreeState | null>(null)

/** The tree around a node. */
export function useTree(): TreeState {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('a node outside of a tree')
  return tree
}
