import { createContext, useContext } from 'react'
import type { Folder, Item } from '../model/types.js'

/** What a node of a tree stands for. */
export type TreeFolder = Pick<Folder, '_id' | 'folderName' | 'folderLevel' | 'folderType'>

/** What may be dropped on the nodes of a tree. */
export interface TreeDrop {
  onItems(items: readonly Item[], folder: TreeFolder): void
  onFiles(files: File[], folder: TreeFolder): void
}

/** What the nodes of a tree share. */
export interface TreeState {
  selected: string | null
  /** The node that Tab leads to. */
  focused: string
  expanded: ReadonlySet<string>
  toggle(id: string, isExpanded: boolean): void
  select(folder: TreeFolder): void
  /** Not to be chosen, nor what is below it: a folder cannot be put into itself. */
  isBarred(id: string): boolean
  /** Without it nothing can be dropped. */
  drop?: TreeDrop
}

export const TreeContext = createContext<TreeState | null>(null)

/** The tree around a node. */
export function useTree(): TreeState {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('a node outside of a tree')
  return tree
}
