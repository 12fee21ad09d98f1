import { v7 as uuidv7 } from 'uuid'
import type { Session } from '../accounts/session.js'
import { type Statement, type Tx, violatedConstraint } from '../base/db.js'
import { folderToFill } from '../folders/access.js'
import { insertChanges, newChange } from '../folders/changes.js'
import { nameKey } from '../folders/names.js'
import { apiError } from '../http/errors.js'
import type { Place } from '../ledger/recorder.js'
import { newCode } from '../stamps/code.js'
import { lockOwn } from './access.js'
import { claimBlobs, encryptLater } from './blob-sql.js'
import { uploadedName } from './download-name.js'
import type { FileInput } from './input.js'
import { type FilePresentation, presentCreation } from './present.js'
import type { FilesRoom } from './room.js'
import * as sql from './sql.js'
import type { StoredBlob } from './vault.js'

/** A content that is in the store, and that no row claims yet. */
export interface Content {
  kept: StoredBlob
  /** Bytes. */
  size: number
  /** SHA-256. */
  digest: Buffer
  /** What the client calls the file: nothing to trust. */
  filename: string
}

/** What a client is told of a file it created; an idempotency key keeps exactly this. */
export interface CreationAnswer {
  status: 200
  message: string
  data: ReturnType<typeof presentCreation>
}

/** A file as it was recorded. */
export interface RecordedFile {
  id: string
  code: string
  versionId: string
}

/** What is committed together with a file. */
export interface Alongside {
  /** Runs in the transaction that writes the rows. */
  within?(tx: Tx, file: RecordedFile): Promise<void>
  /** Statements that need to know what is answered. */
  finish?(answer: CreationAnswer, file: RecordedFile): Statement[]
}

/** Until somebody has looked into it. */
const unknownType = 'application/octet-stream'

/**
 * Records a new file whose content is in the store, with whatever belongs to it.
 *
 * @throws ApiError 404, 409, 503
 */
export async function recordFile(
  room: FilesRoom,
  session: Session,
  input: FileInput,
  received: Content,
  alongside: Alongside,
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
    await alongside.within?.(tx, file)
    return { leaves, result: file, finish: finishing(file, 'File created successfully', alongside, view) }
  }
  const recorded = await room.recorder.record(work).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'files_code_key') throw error
    code = newCode()
    return room.recorder.record(work)
  })
  room.looks.begin(versionId, accountId, refOf(received))
  return creationAnswer(recorded.result, 'File created successfully', recorded.anchor?.transactionId ?? '', view)
}

/** Records a new version of a file, whose content is in the store. @throws ApiError as {@link recordFile} */
export async function recordVersion(
  room: FilesRoom,
  session: Session,
  fileId: string,
  received: Content,
  alongside: Alongside,
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
    await alongside.within?.(tx, file)
    return { leaves, result: file, finish: finishing(file, message, alongside, view) }
  })
  room.looks.begin(versionId, accountId, refOf(received))
  return creationAnswer(result, message, anchor?.transactionId ?? '', view)
}

/** Makes the stored object the transaction's. A plain one in a folder that has become private meanwhile is encrypted soon. */
async function claimContent(tx: Tx, { kept }: Content, folder: { id: string; is_private: boolean }): Promise<void> {
  if (!(await claimBlobs(tx, [kept.key]))) throw apiError('unavailable')
  if (folder.is_private && !kept.isEncrypted) await encryptLater(tx, folder.id)
}

function refOf({ kept, size }: Content) {
  return { blob: kept.key, is_encrypted: kept.isEncrypted, size }
}

async function insertVersion(
  tx: Tx,
  fileId: string,
  versionId: string,
  number: number,
  { kept, size, digest, filename }: Content,
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
  file: RecordedFile,
  message: string,
  transactionId: string,
  view: FilePresentation,
): CreationAnswer {
  return { status: 200, message, data: presentCreation(file, transactionId, view) }
}

function finishing(file: RecordedFile, message: string, { finish }: Alongside, view: FilePresentation) {
  return (anchor: { transactionId: string } | null) =>
    finish?.(creationAnswer(file, message, anchor?.transactionId ?? '', view), file) ?? []
}
