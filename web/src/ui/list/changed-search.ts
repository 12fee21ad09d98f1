/** Changes of what a page's address holds; undefined takes a value away. */
export type SearchChange<Search> = { [Key in keyof Search]?: Search[Key] | undefined }

/**
 * Returns what a page's address holds after a change. Give it the address as it is then, not that of a render: a search is typed a
 * moment before it counts, and an item may be opened in between. What is undefined or empty is left out.
 */
export function changedSearch<Search extends object>(now: Search, change: SearchChange<Search>): Search {
  const kept = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(kept) as Search
}
