import { createdAt } from '../base/ids.js'
import type { FolderRow } from './sql.js'

/** Interface §2.2: a folder as created (and as restored). */
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

/** Interface §2.3: an item of the listing. @param ownerName the owner's public name */
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

/** Interface §2.4: details. */
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

/** The type that counts: what is inside a private folder is private. */
function typeOf(folder: FolderRow): 'public' | 'private' {
  return folder.is_private ? 'private' : 'public'
}

/** Where it was before it went into the bin. */
function previousOf(folder: FolderRow): string | null {
  return folder.deleted_at === null ? null : folder.parent_id
}
