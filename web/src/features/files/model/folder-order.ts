/** Orders of a folder's content: folders come first, and are sorted by name or date. */
const folderSorts = ['name', 'type', 'size', 'date'] as const
export type FolderSort = (typeof folderSorts)[number]

/** An order of a folder's content. */
export interface FolderOrder {
  sort: FolderSort
  order: 'asc' | 'desc'
}

/** The order of a list, the newest first without one, and the file that is open beside it, as the page's address holds them. */
export type FolderSearch = Partial<FolderOrder> & { open?: string }

/** Reads the page's address. */
export function readFolderSearch({ sort, order, open }: Record<string, unknown>): FolderSearch {
  const known = folderSorts.find((one) => one === sort)
  return {
    ...(known ? { sort: known } : {}),
    ...(order === 'asc' || order === 'desc' ? { order } : {}),
    ...(typeof open === 'string' ? { open } : {}),
  }
}

/** Returns the order in which a column sorts first: from A to Z, the newest and the largest. */
export function firstOrder(sort: FolderSort): FolderOrder['order'] {
  return sort === 'name' || sort === 'type' ? 'asc' : 'desc'
}

/** Returns the order that an address stands for. */
export function orderOf({ sort = 'date', order = firstOrder(sort) }: FolderSearch): FolderOrder {
  return { sort, order }
}

/** Returns whether an order is that of lists to which changes made elsewhere are added without a reload. */
export function isNewestFirst({ sort, order }: FolderOrder): boolean {
  return sort === 'date' && order === 'desc'
}
