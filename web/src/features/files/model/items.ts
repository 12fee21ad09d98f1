import type { Binned, FileItem, Found, Item, Subfolder } from './types.js'

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
