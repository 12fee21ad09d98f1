import type { Payload } from 'tallystick/client'

/** A folder with where it lies; `root` is the one that the top folders lie in. */
export type Folder = Payload<'get', '/api/folders/{folderId}'>
/** A folder in a folder. */
export type Subfolder = Payload<'get', '/api/folders/{folderId}/folders'>['data'][number]
/** A file in a list. */
export type FileItem = Payload<'get', '/api/folders/{folderId}/files'>['data'][number]
/** A file with where it lies, and how far its entry has come. */
export type FileDetails = Payload<'get', '/api/files/{fileId}'>
/** One version of a file. */
export type Version = Payload<'get', '/api/files/{fileId}/versions'>['data'][number]
/** Something in the bin. */
export type Binned = Payload<'get', '/api/bin'>['data'][number]
/** A folder or a file that a search found, with where it lies. */
export type Found = Payload<'get', '/api/search'>['data'][number]
/** A public folder of somebody else. */
export type OthersFolder = Payload<'get', '/api/folders'>['data'][number]
/** Who may open what is in a folder. */
export type FolderType = Folder['folderType']

/** A folder or a file, as far as it takes to move, rename or delete it. */
export interface Item {
  kind: 'folder' | 'file'
  id: string
  name: string
  /** The folder that it lies in. */
  parentId: string
  /** All folders that it lies in, where things of several folders are listed together. */
  above?: readonly string[]
}

/** A page of a list. */
export interface ListPage<Row> {
  count: number
  rows: Row[]
  cursor: string | null
}

/** A folder as something to move, rename or delete. */
export function folderItem(folder: Pick<Subfolder, '_id' | 'folderName' | 'parentFolderId'>): Item {
  return { kind: 'folder', id: folder._id, name: folder.folderName, parentId: folder.parentFolderId }
}

/** A file as something to move, rename or delete. */
export function fileItem(file: Pick<FileItem, '_id' | 'fileName' | 'folderId'>): Item {
  return { kind: 'file', id: file._id, name: file.fileName, parentId: file.folderId }
}

/** Something in the bin as something to restore or erase. */
export function binnedItem({ _id: id, type: kind, name, from }: Binned): Item {
  return { kind, id, name, parentId: from?._id ?? '' }
}

/** Something that was found. */
export function foundItem(found: Found): Item {
  const item = found.type === 'folder' ? folderItem(found) : fileItem(found)
  return { ...item, above: found.path.map(({ _id }) => _id) }
}

/** Those of them that lie in none of the others: with a folder goes what is in it. */
export function outermost(items: readonly Item[]): Item[] {
  const ids = new Set(items.map(({ id }) => id))
  return items.filter(({ above = [] }) => !above.some((id) => ids.has(id)))
}

/** How messages speak of things: of one by its name, of several by their number. */
export function named(items: readonly Item[]): { count: number; name: string } {
  return { count: items.length, name: items[0]?.name ?? '' }
}
