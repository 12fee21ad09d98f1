import { createContext, useContext } from 'react'
import type { FileItem, Folder, Item, Subfolder } from '../model/items.js'

/** A dialog requested by a page. */
export type DialogRequest =
  /** `files` are uploaded into the new folder. */
  | { show: 'new-folder'; parent: Pick<Folder, '_id' | 'folderType' | 'folderLevel'>; files?: File[] }
  | { show: 'rename'; item: Item }
  | { show: 'move'; items: readonly Item[] }
  | { show: 'type'; folder: Pick<Subfolder, '_id' | 'folderName' | 'folderType'> }
  | { show: 'describe'; file: FileItem }
  | { show: 'share'; file: FileItem }
  | { show: 'compare'; file: FileItem; candidate: File; isOwn: boolean }
  | { show: 'purge'; items: readonly Item[] }
  | { show: 'empty-bin'; count: number; until: string }

export const DialogContext = createContext<(request: DialogRequest) => void>(() => undefined)

/** Returns a function that opens a dialog. */
export function useDialogs(): (request: DialogRequest) => void {
  return useContext(DialogContext)
}
