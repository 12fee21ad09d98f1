import { createdAt } from '../base/ids.js'
import type { FolderRow } from './sql.js'

/** Returns a folder as created or restored (docs/interface.md §2.2). */
export function presentFolder(folder: FolderRow) {
  return {
    _id: folder.id,
    folderName: folder.name,
    userId: folder.account_id,
    parentFolderId: folder.parent_id as string,
    folderLevel: folder.level,
    isSign: false,
    isBin: folder.deleted_at !== null,
    defaultOptions: false,
    digitalTwinId: null,
    previousFolderId: folder.deleted_at === null ? null : folder.parent_id,
    folderType: visibilityOf(folder.is_private),
    deletedAt: folder.deleted_at?.toISOString() ?? null,
    createdAt: createdAt(folder.id),
    updatedAt: folder.updated_at.toISOString(),
  }
}

/** Returns folder details (docs/interface.md §2.4). */
export function presentDetails(folder: FolderRow) {
  const { isSign, defaultOptions, digitalTwinId, deletedAt, ...details } = presentFolder(folder)
  return details
}

/** An item of a list (docs/interface.md §2.3). @param ownerName the owner's public name */
export function presentItem(folder: FolderRow, ownerName: string | null) {
  const { _id, folderName, parentFolderId, folderLevel, isBin, createdAt } = presentFolder(folder)
  const userData = { id: folder.account_id, name: ownerName }
  return { _id, folderName, parentFolderId, folderLevel, isBin, createdAt, userData }
}

/** The visibility of a folder and its contents: everything in a private folder is private. */
export function visibilityOf(isPrivate: boolean): 'private' | 'public' {
  return isPrivate ? 'private' : 'public'
}
