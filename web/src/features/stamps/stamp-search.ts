/** Filters of the list, as the page's address holds them; empty: all stamps. */
export interface StampSearch {
  q?: string
  state?: 'inChain' | 'waiting'
  who?: 'public' | 'private'
}

/** Reads the filters from the page's address. */
export function readStampSearch({ q, state, who }: Record<string, unknown>): StampSearch {
  return {
    // The router parses a numeric search as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(state === 'inChain' || state === 'waiting' ? { state } : {}),
    ...(who === 'public' || who === 'private' ? { who } : {}),
  }
}
