import { foldCase } from '../base/database/search-key.js'
import { apiError } from '../http/errors.js'

const charactersMax = 255

/**
 * Checks the name of a folder or file. Any language and direction is fine; anything that could be read as a path, break a line, or
 * isn't valid text is refused.
 *
 * @param field the name of the field in messages
 * @throws {ApiError} 400
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

/** Returns the form in which names are compared: names with the same key are the same name. */
export function nameKey(name: string): string {
  return foldCase(name)
}
