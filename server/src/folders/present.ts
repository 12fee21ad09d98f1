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
    previousFolderId: previousOf(folder),
    folderType: typeOf(folder),
    deletedAt: folder.deleted_at?.toISOString() ?? null,
    createdAt: createdAt(folder.id),
    updatedAt: folder.updated_at.toISOString(),
  }
}

/** Returns an item of the folder list (docs/interface.md §2.3). @param ownerName the owner's public name */
export function presentItem(folder: FolderRow, ownerName: string | null) {
  return {
    _id: folder.id,
    folderName: folder.name,
    parentFolderId: folder.parent_id as string,
    folderLevel: folder.level,
    isBin: folder.deleted_at !== null,
    createdAt: createdAt(folder.id),
    userData: { id: folder.account_id, name: ownerName },
  }
}

/** Returns folder details (docs/interface.md §2.4). */
export function presentDetails(folder: FolderRow) {
  return {
    _id: folder.id,
    folderName: folder.name,
    userId: folder.account_id,
    parentFolderId: folder.parent_id as string,
    folderLevel: folder.level,
    isBin: folder.deleted_at !== null,
    previousFolderId: previousOf(folder),
    folderType: typeOf(folder),
    createdAt: createdAt(folder.id),
    updatedAt: folder.updated_at.toISOString(),
  }
}

/** The type that counts: a subfolder of a private folder must be private. */
function typeOf(folder: FolderRow): 'public' | 'private' {
  return folder.is_private ? 'private' : 'public'
}

/** Where it was before it went into the bin. */
function previousOf(folder: FolderRow): string | null {
  return folder.deleted_at === null ? null : folder.parent_id
}
