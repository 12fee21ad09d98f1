import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { client } from '../../../session/client.js'
import { keptName } from '../../../ui/values/kept-name.js'
import type { FolderOrder } from './folder-order.js'
import type { Binned, Deletion, FileItem, ListPage, OthersFolder, SearchResult, Subfolder, Version } from './items.js'

/** Query keys. */
export const keys = {
  all: ['files'] as const,
  folder: (id: string) => ['files', 'folder', id] as const,
  subfolders: (id: string, order?: FolderOrder) => ['files', 'subfolders', id, ...(order ? [order] : [])] as const,
  lists: ['files', 'list'] as const,
  list: (folderId: string, order?: FolderOrder) => ['files', 'list', folderId, ...(order ? [order] : [])] as const,
  searches: ['files', 'search'] as const,
  search: (text: string, folderId: string | null) => ['files', 'search', text, folderId] as const,
  others: (accountId: string) => ['files', 'others', accountId] as const,
  file: (id: string) => ['files', 'file', id] as const,
  versions: (id: string) => ['files', 'versions', id] as const,
  bin: ['files', 'bin'] as const,
  deletions: (within: string) => ['files', 'deletions', within] as const,
  favourites: ['files', 'favourites'] as const,
}

/** Rows per request. */
const limit = 100
/** Interval for polling a file until its entry is final. */
const anchorMs = 2000

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { cursor: string | null }) => page.cursor ?? undefined,
}

/** Reads a folder; `root` contains the top-level folders. */
export function useFolder(id: string) {
  return useQuery({
    queryKey: keys.folder(id),
    queryFn: () => client.get('/api/folders/{folderId}', { params: { path: { folderId: id } } }),
  })
}

/** Narrows or sorts a list. */
interface ListOptions {
  search?: string
  order?: FolderOrder
}

/** Folders have neither size nor type: they go by name then, from A to Z. */
const sortsFolders = ({ sort, order }: FolderOrder) => (sort === 'size' || sort === 'type' ? 'asc' : order)

/** Reads a page of the folders in a folder. */
export async function readSubfolders(
  folderId: string,
  cursor?: string,
  { search, order }: ListOptions = {},
): Promise<ListPage<Subfolder>> {
  const sorted = order && {
    sort: order.sort === 'date' ? ('date' as const) : ('name' as const),
    order: sortsFolders(order),
  }
  const query = { limit, ...(cursor === undefined ? {} : { cursor }), ...(search ? { search } : {}), ...sorted }
  const { data, headers } = await client.answer('get', '/api/folders/{folderId}/folders', {
    params: { path: { folderId }, query },
  })
  return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
}

/** Lists the folders in a folder. */
export function useSubfolders(folderId: string, order?: FolderOrder) {
  return useInfiniteQuery({
    queryKey: keys.subfolders(folderId, order),
    queryFn: ({ pageParam }) => readSubfolders(folderId, pageParam, order && { order }),
    refetchOnWindowFocus: false,
    ...paging,
  })
}

/** Reads a page of the files in a folder. */
export async function readFiles(
  folderId: string,
  cursor?: string,
  { search, order }: ListOptions = {},
): Promise<ListPage<FileItem>> {
  const start = cursor === undefined ? { page: 1 } : { cursor }
  const query = { limit, ...start, ...(search ? { search } : {}), ...order }
  const { data, headers } = await client.answer('get', '/api/folders/{folderId}/files', {
    params: { path: { folderId }, query },
  })
  return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
}

/** Lists the files in a folder, newest first unless an order is given. */
export function useFiles(folderId: string, order?: FolderOrder, enabled = true) {
  return useInfiniteQuery({
    queryKey: keys.list(folderId, order),
    queryFn: ({ pageParam }) => readFiles(folderId, pageParam, order && { order }),
    enabled,
    // A list scrolled far down is many requests.
    refetchOnWindowFocus: false,
    ...paging,
  })
}

/** Reads a file with everything about it. */
export function useFile(id: string, enabled = true) {
  return useQuery({
    queryKey: keys.file(id),
    queryFn: () => client.get('/api/files/{fileId}', { params: { path: { fileId: id } } }),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.state === 'submitted' || state.data?.state === 'confirmed' ? anchorMs : false,
  })
}

/** Reads the versions of a file, newest first, a hundred at most. */
export async function readVersions(fileId: string): Promise<Version[]> {
  const { data } = await client.get('/api/files/{fileId}/versions', {
    params: { path: { fileId }, query: { page: 1, limit } },
  })
  return data
}

export function useVersions(fileId: string) {
  return useQuery({ queryKey: keys.versions(fileId), queryFn: () => readVersions(fileId) })
}

/** Lists the bin, newest deletion first. */
export function useBin() {
  return useInfiniteQuery({
    queryKey: keys.bin,
    queryFn: async ({ pageParam: cursor }): Promise<ListPage<Binned>> => {
      const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
      const { data, headers } = await client.answer('get', '/api/bin', { params: { query } })
      return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
    },
    ...paging,
  })
}

/**
 * Lists what was deleted permanently, newest first: by itself, or along with a folder. Folders are deleted after the answer, so the
 * list is read again as long as it is short.
 */
export function useDeletions(within?: string) {
  return useInfiniteQuery({
    queryKey: keys.deletions(within ?? ''),
    queryFn: async ({ pageParam: cursor }): Promise<ListPage<Deletion>> => {
      const query = { limit, ...(within && { within }), ...(cursor === undefined ? {} : { cursor }) }
      const { data, headers } = await client.answer('get', '/api/deletions', { params: { query } })
      return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
    },
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : anchorMs),
    ...paging,
  })
}

/** Searches folders and files by name: directly in a folder, or (null) in all of one's own. */
export function useSearchResults(search: string, folderId: string | null) {
  return useInfiniteQuery({
    queryKey: keys.search(search, folderId),
    queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage<SearchResult>> => {
      const scope = folderId === null ? {} : { folderId }
      const query = { search: keptName(search), limit, ...scope, ...(cursor === undefined ? {} : { cursor }) }
      const { data, headers } = await client.answer('get', '/api/search', { params: { query }, signal })
      return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
    },
    enabled: search !== '',
    // Keeps the last results while typing.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    ...paging,
  })
}

/** Lists the top-level public folders of another account. */
export function useOthersFolders(organizationId: string) {
  return useInfiniteQuery({
    queryKey: keys.others(organizationId),
    queryFn: async ({ pageParam: cursor }): Promise<ListPage<OthersFolder>> => {
      const start = cursor === undefined ? { page: 1 } : { cursor }
      const query = { limit, organizationId, parentFolderId: 'root', ...start }
      const { data, headers } = await client.answer('get', '/api/folders', { params: { query } })
      return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
    },
    ...paging,
  })
}

/** Lists the files marked as favourites, from all folders. */
export function useFavourites() {
  return useInfiniteQuery({
    queryKey: keys.favourites,
    queryFn: async ({ pageParam: cursor }): Promise<ListPage<FileItem>> => {
      const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
      const { data, headers } = await client.answer('get', '/api/favourites', { params: { query } })
      return { count: data.count, rows: data.data, cursor: headers.get('next-cursor') }
    },
    ...paging,
  })
}
