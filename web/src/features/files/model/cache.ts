import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '../../../base/queries.js'
import type { FileItem, ListPage } from './items.js'
import { keys, readFiles } from './queries.js'

type Pages<Row> = InfiniteData<ListPage<Row>, string | undefined>

/** Updates a file in all cached lists without reloading them: they may be long. */
export function patchFile(id: string, patch: Partial<FileItem>): void {
  const change = (data: Pages<FileItem> | undefined) =>
    data && {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        rows: page.rows.map((row) => (row._id === id ? { ...row, ...patch } : row)),
      })),
    }
  for (const queryKey of [keys.lists, keys.favourites, keys.searches]) {
    queryClient.setQueriesData<Pages<FileItem>>({ queryKey }, change)
  }
}

/** Removes items from all cached lists. */
export function dropFromLists(ids: readonly string[]): void {
  const gone = new Set(ids)
  const drop = (data: Pages<{ _id: string }> | undefined) =>
    data && {
      ...data,
      pages: data.pages.map((page) => {
        const rows = page.rows.filter((row) => !gone.has(row._id))
        return { ...page, rows, count: page.count - (page.rows.length - rows.length) }
      }),
    }
  for (const queryKey of [keys.lists, keys.favourites, keys.bin, keys.searches, ['files', 'subfolders']]) {
    queryClient.setQueriesData<Pages<{ _id: string }>>({ queryKey }, drop)
  }
}

/** A file uploaded this recently may not have been inspected yet. */
const newMs = 60_000

/**
 * Updates the newest files of a folder's list; the rest stays.
 *
 * @returns whether all of them have been inspected
 */
export async function refreshTop(folderId: string): Promise<boolean> {
  const key = keys.list(folderId)
  // Where new ones belong in another order, the service says.
  void queryClient.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey.length > key.length })
  if (queryClient.getQueryData<Pages<FileItem>>(key) === undefined) return true
  const { rows, count } = await readFiles(folderId)
  queryClient.setQueryData<Pages<FileItem>>(key, (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first) return data
    const fresh = new Map(rows.map((row) => [row._id, row]))
    const known = new Set(data.pages.flatMap((page) => page.rows.map((row) => row._id)))
    const renew = (page: ListPage<FileItem>) => ({
      ...page,
      count,
      rows: page.rows.map((row) => fresh.get(row._id) ?? row),
    })
    const added = rows.filter((row) => !known.has(row._id))
    return { ...data, pages: [{ ...renew(first), rows: [...added, ...renew(first).rows] }, ...rest.map(renew)] }
  })
  return !rows.some(
    ({ file, createdAt }) => file.mimetype === 'application/octet-stream' && Date.parse(createdAt) > Date.now() - newMs,
  )
}

/** Reloads the lists that show how much is in a folder. */
export async function refreshAmounts(folderId: string): Promise<void> {
  const isListed = (data: unknown) =>
    (data as Pages<{ _id: string }> | undefined)?.pages.some(({ rows }) => rows.some(({ _id }) => _id === folderId))
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[1] === 'subfolders' && isListed(state.data) === true,
  })
}

/** Updates the lists of a folder after something was added or removed. */
export async function refreshFolder(folderId: string): Promise<void> {
  await Promise.all([
    refreshTop(folderId),
    refreshAmounts(folderId),
    queryClient.invalidateQueries({ queryKey: keys.subfolders(folderId) }),
    queryClient.invalidateQueries({ queryKey: ['files', 'folder'] }),
  ])
}
