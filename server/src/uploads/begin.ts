import { isUtf8 } from 'node:buffer'
import { v7 as uuidv7 } from 'uuid'
import { checkFields, codeIn, creationFields, fileIdOf, required } from '../files/input.js'
import { isFilePrivate, isFolderPrivate } from '../files/upload/upload.js'
import { apiError, invalid } from '../http/errors.js'
import { requireUsable } from '../stamps/codes/reserved.js'
import type { UploadsRoom } from './room.js'
import * as sql from './sql.js'

/**
 * Metadata fields of an upload. `fileId` makes it a new version; `filename` is the client's name of the file, `name` that of Uppy. Clients
 * send keys of their own besides: those are ignored.
 */
const known: readonly string[] = [...creationFields, 'fileId', 'filename', 'name']
const openMax = 1000
const metadataMax = 16_384

/** Metadata of an upload as parsed by tus: a key may have no value. */
export type UploadMetadata = Readonly<Record<string, string | null>>

/**
 * Creates an upload. Checks first everything that would refuse the file, so that no one sends gigabytes in vain.
 *
 * @returns its ID
 * @throws {ApiError} 400, 403, 404, 409, 413, 429 or 507, as for a file sent in one request
 */
export async function beginUpload(
  { files }: UploadsRoom,
  accountId: string,
  size: number,
  metadata: UploadMetadata,
  metadataText: string,
): Promise<string> {
  const { database, uploadLimit, quotas, space } = files
  if (!Number.isSafeInteger(size)) throw invalid('Upload-Length', 'expected a number of bytes')
  if (size > uploadLimit) throw apiError('file_too_large', { limit: uploadLimit })
  if (metadataText.length > metadataMax) throw invalid('Upload-Metadata', `expected at most ${metadataMax} characters`)
  requireUtf8(metadataText)
  const fields = fieldsOf(metadata)
  const fileId = fields.get('fileId')
  if (fileId !== undefined) {
    await isFilePrivate(files, accountId, fileIdOf(fileId), fields)
  } else {
    checkFields(accountId, fields)
    required(fields, 'fileName')
    required(fields, 'folderId')
    await isFolderPrivate(files, accountId, fields)
    const code = codeIn(fields)
    if (code !== undefined) await requireUsable(database, accountId, code)
  }
  await space.check(spaceFor(size, size))
  const id = uuidv7()
  await database.transaction(async (tx) => {
    await tx.execute(sql.insertUpload, [id, accountId, JSON.stringify(Object.fromEntries(fields)), metadataText, size])
    await quotas.checkBegun(tx, accountId, size, openMax)
  })
  return id
}

/** Returns the space that an upload still needs: for the bytes to come, and for the file its parts are joined into. */
export function spaceFor(size: number, missing: number): number {
  return missing + size
}

/** Checks the encoding: the library decodes without checking. @throws {ApiError} 400 when a value isn't UTF-8 */
function requireUtf8(metadataText: string): void {
  for (const pair of metadataText.split(',')) {
    const [name = '', value = ''] = pair.trim().split(' ')
    if (known.includes(name) && !isUtf8(Buffer.from(value, 'base64'))) throw invalid(name, 'expected UTF-8')
  }
}

/** Returns the fields as a form has them; `fileName` defaults to the client's name of the file. */
function fieldsOf(metadata: UploadMetadata): Map<string, string> {
  const fields = new Map<string, string>()
  for (const name of known) if (name in metadata) fields.set(name, metadata[name] ?? '')
  const filename = fields.get('filename') ?? fields.get('name')
  fields.delete('name')
  if (filename === undefined) return fields
  fields.set('filename', filename)
  if (!fields.has('fileName')) fields.set('fileName', filename)
  return fields
}
