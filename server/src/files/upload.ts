import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownFolder } from '../folders/access.js'
import { ApiError, apiError } from '../http/errors.js'
import { fulfilClaims, type IdempotencyClaim, idempotently } from '../http/idempotency.js'
import { type Fields, type ReceivedForm, receiveForm } from './form.js'
import { checkFields, creationFields, fileIdOf, fileInput, versionFields } from './input.js'
import type { FilePresentation } from './present.js'
import { type Alongside, type CreationAnswer, recordFile, recordVersion } from './record.js'
import type { FilesRoom } from './room.js'
import * as sql from './sql.js'
import type { StoredBlob } from './vault.js'

type Received = ReceivedForm<StoredBlob>

/**
 * Creates a file from a form. In this order (I1): the content is durable in the store, the entry with its rows is committed,
 * the client is answered. Whatever ends it before, nothing stays.
 *
 * @throws ApiError 400, 403, 404, 408, 409, 413, 415, 503, 507
 */
export function createFile(room: FilesRoom, request: FastifyRequest, reply: FastifyReply, view: FilePresentation) {
  const { session } = request
  const fillable = (fields: Fields) => filePlace(room, session.accountId, fields)
  return upload(room, request, reply, creationFields, fillable, (received, claim) => {
    const input = fileInput(session.accountId, received.fields)
    return recordFile(room, session, input, received, keeping(claim), view)
  })
}

/** Adds a version to a file; what it had before stays. @throws ApiError as {@link createFile} */
export function addVersion(
  room: FilesRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  fileId: string,
  view: FilePresentation,
) {
  const { session } = request
  const fillable = async (fields: Fields) => versionPlace(room, session.accountId, fileIdOf(fileId), fields)
  return upload(room, request, reply, versionFields, fillable, (received, claim) =>
    recordVersion(room, session, fileId, received, keeping(claim), view),
  )
}

/**
 * Is the place of a file that is to be private? Null: nobody said where.
 *
 * @throws ApiError 400, 403, 404, 409 when it would be refused there
 */
export async function filePlace(room: FilesRoom, accountId: string, fields: Fields): Promise<boolean | null> {
  checkFields(accountId, fields)
  const folderId = fields.get('folderId')
  if (folderId === undefined) return null
  const folder = await ownFolder(room.database, accountId, folderId)
  if (folder.deleted_at) throw apiError('folder_in_bin')
  return folder.is_private
}

/** Is the place of a file that gets a version private? @throws ApiError 400, 403, 404 */
export async function versionPlace(
  room: FilesRoom,
  accountId: string,
  fileId: string,
  fields: Fields,
): Promise<boolean> {
  checkFields(accountId, fields)
  const [file] = await room.database.query<sql.FileRow>(sql.readableFile, [fileId, accountId])
  if (!file || file.account_id !== accountId) throw apiError('file_not_found')
  return file.folder_private
}

/**
 * Receives a form and records what came. `fillable` looks at the fields that came before the file, so that what will be refused
 * is refused before it is sent; it answers whether the place is private, or null when that is not known yet: then the content
 * is encrypted, for it may be.
 */
async function upload(
  room: FilesRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  fieldNames: readonly string[],
  fillable: (fields: Fields) => Promise<boolean | null>,
  record: (received: Received, claim: IdempotencyClaim | undefined) => Promise<CreationAnswer>,
) {
  const { vault, threads, slots, uploadLimit, database } = room
  return slots.hold(request.session.accountId, async () => {
    const received = await receiveForm<StoredBlob>(request, {
      threads,
      fields: fieldNames,
      sizeMax: uploadLimit,
      keep: async (content, known) => vault.keep(content, (await fillable(known)) ?? true),
      undo: (kept) => vault.drop(kept.key),
    })
    const { key } = received.kept
    let isRecorded = false
    try {
      // What makes two requests the same: where they go, what they say, and the content.
      const { fields, filename, digest } = received
      request.body = { ...Object.fromEntries(fields), filename, sha256: digest.toString('hex') }
      return await idempotently(database, request, reply, 'with-effect', async (claim) => {
        const answer = await record(received, claim)
        isRecorded = true
        return answer
      })
    } catch (error) {
      // It may be recorded: then the object must stay. The sweep finds out.
      if (error instanceof ApiError && error.code === 'outcome_unknown') isRecorded = true
      throw error
    } finally {
      if (isRecorded) vault.claimed(key)
      else await vault.drop(key)
    }
  })
}

/** Keeps the answer of a request with an idempotency key together with its effect. */
function keeping(claim: IdempotencyClaim | undefined): Alongside {
  if (!claim) return {}
  return {
    finish: (answer, file) => [
      fulfilClaims([{ claim, status: 200, body: JSON.stringify(answer), subjectId: file.id }]),
    ],
  }
}
