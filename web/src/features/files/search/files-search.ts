/** What is searched for, as it stands in the page's address. */
interface FilesSearch {
  q: string
  /** The folder in which the search began. */
  from?: string
  /** Only directly in that folder. */
  here?: true
}

/** Takes of an address what is a search. */
export function readFilesSearch({ q, from, here }: Record<string, unknown>): FilesSearch {
  return {
    // A search that looks like a number comes as one.
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    ...(typeof from === 'string' ? { from } : {}),
    ...(here === true ? { here } : {}),
  }
}
