import type { FastifyRequest } from 'fastify'
import { apiError } from '../../http/errors.js'
import { readFile } from '../access.js'
import { checkFields, required, validationFields } from '../input.js'
import type { FilesRoom } from '../room.js'
import { receiveForm } from './form.js'

/**
 * Compares an uploaded file with the current version of a stored one, by size and SHA-256. Nothing of the upload is stored.
 *
 * @throws {ApiError} 400, 403, 404; 422 when they differ
 */
export async function validateFile(room: FilesRoom, request: FastifyRequest): Promise<void> {
  const { accountId } = request.session
  const readable = async (fields: ReadonlyMap<string, string>) => {
    checkFields(accountId, fields)
    const fileId = fields.get('fileId')
    if (fileId !== undefined) await readFile(room.database, accountId, fileId)
  }
  const sent = await room.slots.hold(accountId, () =>
    receiveForm(request, {
      threads: room.threads,
      fields: validationFields,
      sizeMax: room.uploadLimit,
      keep: async (content, fields) => {
        await readable(fields)
        for await (const _ of content);
      },
      undo: async () => undefined,
    }),
  )
  checkFields(accountId, sent.fields)
  required(sent.fields, 'organizationId')
  const row = await readFile(room.database, accountId, required(sent.fields, 'fileId'))
  if (row.size !== sent.size || !row.digest.equals(sent.digest)) throw apiError('file_mismatch')
}
