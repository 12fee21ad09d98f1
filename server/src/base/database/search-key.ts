/**
 * Folds case, for comparing and searching names: Unicode NFC, folded by way of upper case (ß, SS and ss are equal), with both small
 * sigmas equal.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}

// Every other character than a–z and 0–9 is written in capitals: one of the first, any number of the middle, one of the last. So it
// is known where a character begins and ends, and part of a key is always part of the name.
const firstLetters = 'ABCDEFGH'
const middleLetters = 'IJKLMNOPQ'
const lastLetters = 'RSTUVWXYZ'

/**
 * Returns the form in which names are searched: a name contains a text, case aside, exactly if its key contains the key of the text.
 * İ and ı count as i.
 *
 * The key has only letters and digits of ASCII, for two reasons: pg_trgm indexes nothing else (in some locales, not even letters of
 * other scripts), and no LIKE pattern made of it needs escaping.
 */
export function searchKey(text: string): string {
  return foldCase(text)
    .replaceAll('i\u0307', 'i')
    .replace(/[^a-z0-9]/gu, inCapitals)
}

const known = new Map<string, string>()

function inCapitals(character: string): string {
  const found = known.get(character)
  if (found !== undefined) return found
  let rest = character.codePointAt(0) as number
  const last = lastLetters[rest % 9]
  rest = Math.floor(rest / 9)
  const first = firstLetters[rest % 8]
  rest = Math.floor(rest / 8)
  let middle = ''
  for (; rest > 0; rest = Math.floor(rest / 9)) middle = middleLetters[rest % 9] + middle
  const capitals = `${first}${middle}${last}`
  if (known.size < 10_000) known.set(character, capitals)
  return capitals
}

/** Returns the LIKE pattern of a search: anywhere in the name from three characters on, at its beginning below; null without one. */
export function searchPattern(text: string | undefined): string | null {
  const key = searchKey(text ?? '')
  if (key === '') return null
  return [...(text ?? '').normalize('NFC')].length < 3 ? `${key}%` : `%${key}%`
}
