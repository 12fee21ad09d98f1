import { createContext, useContext } from 'react'
import type { FileItem, Folder, Item, Subfolder } from '../model/items.js'

/** A question or a form that a screen asks for. */
export type DialogRequest =
  /** With files that wait for a folder to lie in. */
  | { show: 'new-folder'; parent: Pick<Folder, '_id' | 'folderType' | 'folderLevel'>; files?: File[] }
  | { show: 'rename'; item: Item }
  | { show: 'move'; items: readonly Item[] }
  | { show: 'type'; folder: Pick<Subfolder, '_id' | 'folderName' | 'folderType'> }
  | { show: 'describe'; file: FileItem }
  | { show: 'share'; file: FileItem }
  | { show: 'compare'; file: FileItem; candidate: File; isOwn: boolean }
  | { show: 'erase'; items: readonly Item[] }
  | { show: 'empty-bin'; count: number; until: string }

export const DialogContext = createContext<(request: DialogRequest) => void>(() => undefined)

/** Opens a dialog of the files' pages. */
export function useDialogs(): (request: DialogRequest) => void {
  return useContext(DialogContext)
}
