/** What the list of stamps shows, as it stands in the page's address; nothing: all of them. */
export interface StampSearch {
  q?: string
  state?: 'inChain' | 'waiting'
  who?: 'public' | 'private'
}

/** Takes of an address what is one. */
export function readStampSearch({ q, state, who }: Record<string, unknown>): StampSearch {
  return {
    // A search that looks like a number comes as one.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(state === 'inChain' || state === 'waiting' ? { state } : {}),
    ...(who === 'public' || who === 'private' ? { who } : {}),
  }
}
