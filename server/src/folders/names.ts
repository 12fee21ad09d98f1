import { apiError } from '../http/errors.js'

const charactersMax = 255

/**
 * Checks the name of a folder or file. It may be in any language and direction, but it is one name: nothing that could be
 * taken for a path, end a line, or be no text at all.
 *
 * @param field how messages name it
 * @throws ApiError 400
 */
export function checkName(field: string, name: string): void {
  const problem = problemOf(name)
  if (problem) throw apiError('invalid', { field, problem })
}

function problemOf(name: string): string | null {
  if (name.trim() === '') return 'must not be empty'
  if ([...name].length > charactersMax) return `expected at most ${charactersMax} characters`
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'control characters are not allowed'
  if (name.includes('/')) return 'a slash is not allowed'
  if (name === '.' || name === '..') return 'expected a name, not a relative path'
  if (/\p{Cs}/u.test(name)) return 'expected valid Unicode, without lone surrogates'
  return null
}

/**
 * The form in which names are compared and searched: two names with the same key are the same name. Unicode NFC; case is
 * folded by way of the upper case (ß, SS and ss are one), and the two small sigmas are one.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
