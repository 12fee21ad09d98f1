import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageQuota } from '../../accounts/quotas/quotas.js'
import { ownFolder } from '../../folders/access.js'
import { ApiError, apiError } from '../../http/errors.js'
import { fulfilClaims, type IdempotencyClaim, idempotently } from '../../http/idempotency.js'
import type { SpaceHold } from '../../storage/stores/disk-space.js'
import type { StoredBlob } from '../blobs/vault.js'
import { checkFields, creationFields, fileIdOf, fileInput, versionFields } from '../input.js'
import type { FilePresentation } from '../present.js'
import type { FilesRoom } from '../room.js'
import * as sql from '../sql.js'
import { type Fields, type ReceivedForm, receiveForm } from './form.js'
import { type Alongside, type CreationAnswer, recordFile, recordVersion } from './record.js'

type Received = ReceivedForm<StoredBlob>

/**
 * Creates a file from a form. In this order (I1): the content is durable in the store, the entry and its rows are committed, the
 * client is answered. An upload that ends earlier leaves nothing behind.
 *
 * @throws {ApiError} 400, 403, 404, 408, 409, 413, 415, 503, 507
 */
export function createFile(room: FilesRoom, request: FastifyRequest, reply: FastifyReply, view: FilePresentation) {
  const { session } = request
  const isPrivate = (fields: Fields) => isFolderPrivate(room, session.accountId, fields)
  return upload(room, request, reply, creationFields, isPrivate, (received, claim) => {
    const input = fileInput(session.accountId, received.fields)
    return recordFile(room, session, input, received, keeping(claim), view)
  })
}

/** Adds a version to a file. @throws {ApiError} as {@link createFile} */
export function addVersion(
  room: FilesRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  fileId: string,
  view: FilePresentation,
) {
  const { session } = request
  const isPrivate = async (fields: Fields) => isFilePrivate(room, session.accountId, fileIdOf(fileId), fields)
  return upload(room, request, reply, versionFields, isPrivate, (received, claim) =>
    recordVersion(room, session, fileId, received, keeping(claim), view),
  )
}

/**
 * Checks that a file with these fields can be created, and returns whether its folder is private; null when the folder isn't known yet.
 *
 * @throws {ApiError} 400, 403, 404, 409 when it would be refused
 */
export async function isFolderPrivate(room: FilesRoom, accountId: string, fields: Fields): Promise<boolean | null> {
  checkFields(accountId, fields)
  const folderId = fields.get('folderId')
  if (folderId === undefined) return null
  const folder = await ownFolder(room.database, accountId, folderId)
  if (folder.deleted_at) throw apiError('folder_in_bin')
  return folder.is_private
}

/** Checks that a file can get a version, and returns whether its folder is private. @throws {ApiError} 400, 403, 404 */
export async function isFilePrivate(
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

/** Maximum size of a form around its file: it must not count against the file. */
const formBytes = 64 * 1024

/**
 * Receives a form and records its file. `isPrivate` checks the fields before the file, so that the upload is refused before its content
 * is sent. The content is encrypted when the folder is private, or not known yet.
 */
async function upload(
  room: FilesRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  fieldNames: readonly string[],
  isPrivate: (fields: Fields) => Promise<boolean | null>,
  record: (received: Received, claim: IdempotencyClaim | undefined) => Promise<CreationAnswer>,
) {
  const { vault, threads, slots, uploadLimit, database, quotas, space } = room
  return slots.hold(request.session.accountId, async () => {
    const { accountId } = request.session
    let hold: SpaceHold | undefined
    let storage: StorageQuota | undefined
    let key = ''
    let isRecorded = false
    try {
      const received = await receiveForm<StoredBlob>(request, {
        threads,
        fields: fieldNames,
        sizeMax: uploadLimit,
        // Checks possible before the content arrives.
        async admit(length) {
          storage = await quotas.storage(accountId)
          storage.require(Math.max(0, length - formBytes))
          hold = await space.hold(length)
        },
        check: (size) => storage?.require(size),
        keep: async (content, known) => vault.keep(content, (await isPrivate(known)) ?? true, hold),
        undo: (kept) => vault.delete(kept.key),
      })
      key = received.kept.key
      // Makes a repetition recognisable: address, fields and content.
      const { fields, filename, digest } = received
      request.body = { ...Object.fromEntries(fields), filename, sha256: digest.toString('hex') }
      return await idempotently(database, request, reply, 'with-effect', async (claim) => {
        const answer = await record(received, claim)
        isRecorded = true
        return answer
      })
    } catch (error) {
      // The file may be recorded, so the object must stay. The sweep deletes it if it isn't.
      if (error instanceof ApiError && error.code === 'outcome_unknown') isRecorded = true
      throw error
    } finally {
      if (isRecorded) vault.claimed(key)
      else if (key !== '') await vault.delete(key)
      hold?.end(isRecorded)
    }
  })
}

/** Stores the answer of a request with an idempotency key in the transaction of its effect. */
function keeping(claim: IdempotencyClaim | undefined): Alongside {
  if (!claim) return {}
  return {
    finish: (answer, file) => [
      fulfilClaims([{ claim, status: 200, body: JSON.stringify(answer), subjectId: file.id }]),
    ],
  }
}
