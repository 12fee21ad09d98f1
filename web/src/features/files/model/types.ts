import type { Payload } from 'tallystick'

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
