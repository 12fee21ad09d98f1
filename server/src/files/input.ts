import { requireOwnAccount } from '../accounts/tokens/session.js'
import { isUuid } from '../base/ids.js'
import { checkName } from '../folders/names.js'
import { apiError, invalid } from '../http/errors.js'
import { reservedCodeOf } from '../stamps/codes/reserved.js'

/** The fields of a new file. */
export interface FileInput {
  name: string
  description: string
  folderId: string
  latitude: number | null
  longitude: number | null
  /** A code that the account has reserved; drawn without one. */
  code: string | undefined
}

/** The changes of a file that a client may ask for. */
export interface FilePatch {
  organizationId?: string
  fileName?: string
  description?: string
  isFavourite?: boolean
  folderId?: string
  lat?: number | null
  long?: number | null
}

/** Fields of the form that creates a file. */
export const creationFields = ['fileName', 'folderId', 'description', 'organizationId', 'lat', 'long', 'code'] as const
/** Fields of the form that adds a version. */
export const versionFields = ['organizationId'] as const
/** Fields of the form that validates a file. */
export const validationFields = ['fileId', 'organizationId'] as const

const descriptionMax = 4096

/** Checks the fields that have arrived; others may still be missing. @throws {ApiError} 400, 403 */
export function checkFields(accountId: string, fields: ReadonlyMap<string, string>): void {
  const name = fields.get('fileName')
  if (name !== undefined) checkName('fileName', name)
  const description = fields.get('description')
  if (description !== undefined) checkDescription(description)
  coordinate('lat', fields.get('lat'), 90)
  coordinate('long', fields.get('long'), 180)
  codeIn(fields)
  for (const id of ['folderId', 'fileId'] as const) {
    const value = fields.get(id)
    if (value === '') throw invalid(id, 'must not be empty')
  }
  requireOwnAccount(accountId, fields.get('organizationId'))
}

/** Reads the fields of a new file. @throws {ApiError} 400, 403 */
export function fileInput(accountId: string, fields: ReadonlyMap<string, string>): FileInput {
  checkFields(accountId, fields)
  required(fields, 'organizationId')
  return {
    name: required(fields, 'fileName'),
    folderId: required(fields, 'folderId'),
    description: fields.get('description') ?? '',
    latitude: coordinate('lat', fields.get('lat'), 90),
    longitude: coordinate('long', fields.get('long'), 180),
    code: codeIn(fields),
  }
}

/** Returns the reserved code that a new file is to have. @throws {ApiError} 400 when it can't be a code */
export function codeIn(fields: ReadonlyMap<string, string>): string | undefined {
  const code = fields.get('code')
  return code === undefined ? undefined : reservedCodeOf(code)
}

/** Returns a required field. @throws {ApiError} 400 */
export function required(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw invalid(name, 'this field is required')
  return value
}

/** @throws {ApiError} 400 */
export function checkDescription(description: string): void {
  if ([...description].length > descriptionMax) {
    throw invalid('description', `expected at most ${descriptionMax} characters`)
  }
  // PostgreSQL can't store NUL, and UTF-8 can't encode half of a surrogate pair.
  if (/\0|\p{Cs}/u.test(description)) throw invalid('description', 'contains characters that are not allowed')
}

function coordinate(field: string, text: string | undefined, max: number): number | null {
  if (text === undefined || text === '') return null
  const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
  if (!(Math.abs(value) <= max)) throw invalid(field, `expected a number from -${max} to ${max}`)
  return value
}

/** Returns the ID of a file in lower case. @throws {ApiError} 404 unless it is a UUID */
export function fileIdOf(text: string): string {
  if (!isUuid(text)) throw apiError('file_not_found')
  return text.toLowerCase()
}
