import { searchKey, searchPattern } from '../../base/database/search-key.js'
import { codeStart } from '../code.js'

/** Matched by a search of stamps: given names, codes, and generated names, which are `stamp-` and a code. */
export interface SearchTerm {
  /** LIKE pattern of the keys of given names. */
  names: string
  /** Codes from the first of these up to, but not including, the second. */
  codes: { from: string; to: string }
  /** `any`: stamps with such codes. `generated`: only those with a generated name. */
  codesOf: 'any' | 'generated'
  /** Whether the search is the beginning of all generated names. */
  allGenerated: boolean
}

const generatedStart = 'stamp-'
const noCodes = { from: '', to: '' }

/** Reads a search; null without one. */
export function searchTerm(search: string | undefined): SearchTerm | null {
  const names = searchPattern(search)
  if (names === null || search === undefined) return null
  const key = searchKey(search)
  const isGenerated = key.length > searchKey(generatedStart).length && key.startsWith(searchKey(generatedStart))
  const start = codeStart(isGenerated ? search.slice(generatedStart.length) : search)
  return {
    names,
    // Codes are of ASCII below this.
    codes: start === null ? noCodes : { from: start, to: `${start}~` },
    codesOf: isGenerated ? 'generated' : 'any',
    allGenerated: searchKey(generatedStart).startsWith(key),
  }
}
