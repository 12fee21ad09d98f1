/** The names under which answers are kept. */
export const keys = {
  all: ['files'] as const,
  folder: (id: string) => ['files', 'folder', id] as const,
  subfolders: (id: string) => ['files', 'subfolders', id] as const,
  lists: ['files', 'list'] as const,
  list: (folderId: string, search: string) => ['files', 'list', folderId, search] as const,
  file: (id: string) => ['files', 'file', id] as const,
  versions: (id: string) => ['files', 'versions', id] as const,
  bin: ['files', 'bin'] as const,
  favourites: ['files', 'favourites'] as const,
}
