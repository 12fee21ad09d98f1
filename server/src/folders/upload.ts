import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Session } from '../accounts/session.js'
import type { Tx } from '../base/db.js'
import { violatedConstraint } from '../base/db.js'
import { ApiError, apiError } from '../base/errors.js'
import { fulfilClaims, type IdempotencyClaim, idempotently } from '../base/idempotency.js'
import type { Place } from '../ledger/recorder.js'
import { newCode } from '../stamps/code.js'
import { folderToFill, ownFolder } from './access.js'
import { claimBlobs, encryptLater } from './blob-sql.js'
import { insertChanges, newChange } from './changes.js'
import { lockOwn } from './file-access.js'
import { checkFields, creationFields, type FileInput, fileInput, versionFields } from './file-input.js'
import { uploadedName } from './file-name.js'
import { type FilePresentation, presentCreation } from './file-present.js'
import type { FilesRoom } from './file-room.js'
import * as sql from './file-sql.js'
import { type ReceivedForm, receiveForm } from './form.js'
import { nameKey } from './names.js'
import type { StoredBlob } from './vault.js'

type Received = ReceivedForm<StoredBlob>

/** What a client is told of a file it created; an idempotency key keeps exactly this. */
interface CreationAnswer {
  status: 200
  message: string
  data: ReturnType<typeof presentCreation>
}

/** Until somebody has looked into it. */
const unknownType = 'application/octet-stream'

/**
 * Creates a file from a form. In this order (I1): the content is durable in the store, the entry with its rows is committed,
 * the client is answered. Whatever ends it before, nothing stays.
 *
 * @throws ApiError 400, 403, 404, 408, 409, 413, 415, 503, 507
 */
export function createFile(room: FilesRoom, request: FastifyRequest, reply: FastifyReply, view: FilePresentation) {
  const { session } = request
  const fillable = async (fields: ReadonlyMap<string, string>) => {
    checkFields(session.accountId, fields)
    const folderId = fields.get('folderId')
    if (folderId === undefined) return null
    const folder = await ownFolder(room.database, session.accountId, folderId)
    if (folder.deleted_at) throw apiError('folder_in_bin')
    return folder.is_private
  }
  return upload(room, request, reply, creationFields, fillable, (received, claim) => {
    const input = fileInput(session.accountId, received.fields)
    return recordFile(room, session, input, received, claim, view)
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
  const fillable = async (fields: ReadonlyMap<string, string>) => {
    checkFields(session.accountId, fields)
    const [file] = await room.database.query<sql.FileRow>(sql.readableFile, [fileId, session.accountId])
    if (!file || file.account_id !== session.accountId) throw apiError('file_not_found')
    return file.folder_private
  }
  return upload(room, request, reply, versionFields, fillable, (received, claim) =>
    recordVersion(room, session, fileId, received, claim, view),
  )
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
  fields: readonly string[],
  fillable: (fields: ReadonlyMap<string, string>) => Promise<boolean | null>,
  record: (received: Received, claim: IdempotencyClaim | undefined) => Promise<CreationAnswer>,
) {
  const { vault, threads, slots, uploadLimit, database } = room
  return slots.hold(request.session.accountId, async () => {
    const received = await receiveForm<StoredBlob>(request, {
      threads,
      fields,
      sizeMax: uploadLimit,
      keep: async (content, known) => vault.keep(content, (await fillable(known)) ?? true),
      undo: (kept) => vault.drop(kept.key),
    })
    const { key } = received.kept
    let isRecorded = false
    try {
      // What makes two requests the same: where they go, what they say, and the content.
      request.body = { ...Object.fromEntries(received.fields), sha256: received.digest.toString('hex') }
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

async function recordFile(
  room: FilesRoom,
  session: Session,
  input: FileInput,
  received: Received,
  claim: IdempotencyClaim | undefined,
  view: FilePresentation,
): Promise<CreationAnswer> {
  const { accountId, clientId, name: owner } = session
  const id = uuidv7()
  const versionId = uuidv7()
  let code = newCode()
  const work = async (tx: Tx, place: Place) => {
    const folder = await folderToFill(tx, accountId, input.folderId)
    await claimContent(tx, received, folder)
    const more = { code, name: input.name, owner, version: 1, versionId, size: received.size }
    const change = newChange({
      accountId,
      subject: 'file',
      subjectId: id,
      action: 'created',
      more,
      digest: received.digest,
    })
    await tx.execute(sql.insertFile, [
      id,
      accountId,
      folder.id,
      input.name,
      nameKey(input.name),
      input.description,
      code,
      input.latitude,
      input.longitude,
      owner,
      versionId,
      new Date(),
    ])
    await insertVersion(tx, id, versionId, 1, received, { changeId: change.id, clientId })
    const leaves = await insertChanges(tx, place, [change])
    const file = { id, code, versionId }
    return { leaves, result: file, finish: finishing(file, 'File created successfully', claim, view) }
  }
  const recorded = await room.recorder.record(work).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'files_code_key') throw error
    code = newCode()
    return room.recorder.record(work)
  })
  room.looks.begin(versionId, accountId, refOf(received))
  return creationAnswer(recorded.result, 'File created successfully', recorded.anchor?.transactionId ?? '', view)
}

async function recordVersion(
  room: FilesRoom,
  session: Session,
  fileId: string,
  received: Received,
  claim: IdempotencyClaim | undefined,
  view: FilePresentation,
): Promise<CreationAnswer> {
  const { accountId, clientId, name: owner } = session
  const versionId = uuidv7()
  const message = 'Version created successfully'
  const { result, anchor } = await room.recorder.record(async (tx, place) => {
    const row = await lockOwn(tx, accountId, fileId)
    if (row.deleted_at) throw apiError('file_in_bin')
    const folder = await folderToFill(tx, accountId, row.folder_id)
    await claimContent(tx, received, folder)
    const number = row.versions + 1
    const more = { code: row.code, name: row.name, owner, version: number, versionId, size: received.size }
    const change = newChange({
      accountId,
      subject: 'file',
      subjectId: fileId,
      action: 'content',
      more,
      digest: received.digest,
    })
    await insertVersion(tx, fileId, versionId, number, received, { changeId: change.id, clientId })
    await tx.execute(sql.addVersion, [fileId, versionId, new Date()])
    const leaves = await insertChanges(tx, place, [change])
    const file = { id: fileId, code: row.code, versionId }
    return { leaves, result: file, finish: finishing(file, message, claim, view) }
  })
  room.looks.begin(versionId, accountId, refOf(received))
  return creationAnswer(result, message, anchor?.transactionId ?? '', view)
}

/** Makes the stored object the transaction's. A plain one in a folder that has become private meanwhile is encrypted soon. */
async function claimContent(tx: Tx, { kept }: Received, folder: { id: string; is_private: boolean }): Promise<void> {
  if (!(await claimBlobs(tx, [kept.key]))) throw apiError('unavailable')
  if (folder.is_private && !kept.isEncrypted) await encryptLater(tx, folder.id)
}

function refOf({ kept, size }: Received) {
  return { blob: kept.key, is_encrypted: kept.isEncrypted, size }
}

async function insertVersion(
  tx: Tx,
  fileId: string,
  versionId: string,
  number: number,
  { kept, size, digest, filename }: Received,
  by: { changeId: string; clientId: string },
): Promise<void> {
  await tx.execute(sql.insertVersion, [
    versionId,
    fileId,
    number,
    kept.key,
    kept.isEncrypted,
    size,
    digest,
    uploadedName(filename),
    unknownType,
    by.changeId,
    by.clientId,
  ])
}

function creationAnswer(
  file: { id: string; code: string; versionId: string },
  message: string,
  transactionId: string,
  view: FilePresentation,
): CreationAnswer {
  return { status: 200, message, data: presentCreation(file, transactionId, view) }
}

/** Keeps the answer of a request with an idempotency key together with its effect. */
function finishing(
  file: { id: string; code: string; versionId: string },
  message: string,
  claim: IdempotencyClaim | undefined,
  view: FilePresentation,
) {
  return (anchor: { transactionId: string } | null) => {
    if (!claim) return []
    const body = JSON.stringify(creationAnswer(file, message, anchor?.transactionId ?? '', view))
    return [fulfilClaims([{ claim, status: 200, body, subjectId: file.id }])]
  }
}
