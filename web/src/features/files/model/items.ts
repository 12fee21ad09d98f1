import type { Payload } from '@tallystick/sdk'

/** A folder with its path; `root` contains the top-level folders. */
export type Folder = Payload<'get', '/api/folders/{folderId}'>
/** A folder in its parent's list. */
export type Subfolder = Payload<'get', '/api/folders/{folderId}/folders'>['data'][number]
/** A file in a list. */
export type FileItem = Payload<'get', '/api/folders/{folderId}/files'>['data'][number]
/** A file with its path and the state of its entry. */
export type FileDetails = Payload<'get', '/api/files/{fileId}'>
/** A version of a file. */
export type Version = Payload<'get', '/api/files/{fileId}/versions'>['data'][number]
/** An item in the bin. */
export type Binned = Payload<'get', '/api/bin'>['data'][number]
/** Something deleted permanently, whose certificate can be fetched. */
export type Deletion = Payload<'get', '/api/deletions'>['data'][number]
/** A search result with its path. */
export type SearchResult = Payload<'get', '/api/search'>['data'][number]
/** Another account's public folder. */
export type OthersFolder = Payload<'get', '/api/folders'>['data'][number]
/** Visibility of a folder. */
export type FolderType = Folder['folderType']

/** Fields needed to move, rename or delete a folder or a file. */
export interface Item {
  kind: 'folder' | 'file'
  id: string
  name: string
  /** The folder it is in. */
  parentId: string
  /** All folders above it, in lists that span folders. */
  above?: readonly string[]
}

/** A page of a list. */
export interface ListPage<Row> {
  count: number
  rows: Row[]
  cursor: string | null
}

/** Returns a folder as an item. */
export function folderItem(folder: Pick<Subfolder, '_id' | 'folderName' | 'parentFolderId'>): Item {
  return { kind: 'folder', id: folder._id, name: folder.folderName, parentId: folder.parentFolderId }
}

/** Returns a file as an item. */
export function fileItem(file: Pick<FileItem, '_id' | 'fileName' | 'folderId'>): Item {
  return { kind: 'file', id: file._id, name: file.fileName, parentId: file.folderId }
}

/** Returns something in the bin as an item. */
export function binnedItem({ _id: id, type: kind, name, from }: Binned): Item {
  return { kind, id, name, parentId: from?._id ?? '' }
}

/** Returns a search result as an item. */
export function searchResultItem(found: SearchResult): Item {
  const item = found.type === 'folder' ? folderItem(found) : fileItem(found)
  return { ...item, above: found.path.map(({ _id }) => _id) }
}

/** Drops items inside other items of the list: they move with their folder. */
export function outermost(items: readonly Item[]): Item[] {
  const ids = new Set(items.map(({ id }) => id))
  return items.filter(({ above = [] }) => !above.some((id) => ids.has(id)))
}

/** Returns what messages say about items: their number, and the name of the first. */
export function named(items: readonly Item[]): { count: number; name: string } {
  return { count: items.length, name: items[0]?.name ?? '' }
}
