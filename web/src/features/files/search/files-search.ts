/** A search, as the page's address holds it. */
interface FilesSearch {
  q: string
  /** The folder the search started from. */
  from?: string
  /** Searches that folder alone. */
  here?: true
}

/** Reads a search from the page's address. */
export function readFilesSearch({ q, from, here }: Record<string, unknown>): FilesSearch {
  return {
    // The router parses a numeric search as a number.
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    ...(typeof from === 'string' ? { from } : {}),
    ...(here === true ? { here } : {}),
  }
}
