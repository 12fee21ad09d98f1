/** The names under which answers are kept. */
export const keys = {
  all: ['files'] as const,
  folder: (id: string) => ['files', 'folder', id] as const,
  subfolders: (id: string) => ['files', 'subfolders', id] as const,
  lists: ['files', 'list'] as const,
  list: (folderId: string) => ['files', 'list', folderId] as const,
  searches: ['files', 'search'] as const,
  search: (text: string, folderId: string | null) => ['files', 'search', text, folderId] as const,
  others: (accountId: string) => ['files', 'others', accountId] as const,
  file: (id: string) => ['files', 'file', id] as const,
  versions: (id: string) => ['files', 'versions', id] as const,
  bin: ['files', 'bin'] as const,
  favourites: ['files', 'favourites'] as const,
}
