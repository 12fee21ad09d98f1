import type { Session } from '../accounts/tokens/session.js'
import type { Tx } from '../base/database/db.js'
import { readFile } from '../files/access.js'
import { fileIdOf, fileInput } from '../files/input.js'
import { type FilePresentation, presentCreation, transactionIdOf } from '../files/present.js'
import {
  type Content,
  type CreationAnswer,
  type RecordedFile,
  recordFile,
  recordVersion,
} from '../files/upload/record.js'
import { isFilePrivate, isFolderPrivate } from '../files/upload/upload.js'
import { ApiError, apiError } from '../http/errors.js'
import { Intake } from '../storage/intake.js'
import type { SpaceHold } from '../storage/stores/disk-space.js'
import type { UploadsRoom } from './room.js'
import * as sql from './sql.js'

/** The request that completes an upload. */
export interface Finisher {
  session: Session
  view: FilePresentation
  /** Reads the upload again. */
  find(): Promise<sql.UploadRow>
  /** Space held for the file; by default it is held as the parts are joined. */
  hold: SpaceHold | undefined
}

/**
 * Turns a complete upload into a file like any other: joins its parts into one object, encrypted for a private folder and hashed
 * on the way. The object is durable before the entry is committed, and the entry is committed before any answer (I1). The same
 * transaction deletes the parts and records the file's ID, so repeated requests give the same single file.
 *
 * @returns the answer of `POST /api/files`
 * @throws {ApiError} 404, 409, 423, 503 or 507; the upload stays and the request can be repeated; 410 when a part of it is damaged
 */
export async function finishUpload(room: UploadsRoom, id: string, by: Finisher): Promise<CreationAnswer> {
  const lock = room.locks.newLock(id)
  await lock.lock(null, () => undefined)
  try {
    const upload = await by.find()
    return await (upload.file_id ? answerAgain(room, upload, by) : record(room, upload, lock.token, by))
  } finally {
    await lock.unlock()
  }
}

async function record(
  { files }: UploadsRoom,
  upload: sql.UploadRow,
  token: string,
  { session, view, hold }: Finisher,
): Promise<CreationAnswer> {
  const { accountId } = session
  const { filename, ...given } = upload.fields
  const fields = new Map(Object.entries({ organizationId: accountId, ...given }))
  const fileId = fields.get('fileId')
  const isPrivate =
    fileId === undefined
      ? await isFolderPrivate(files, accountId, fields)
      : await isFilePrivate(files, accountId, fileIdOf(fileId), fields)
  const content = {
    ...(await joinParts(files, upload, isPrivate ?? true, hold)),
    filename: filename ?? fields.get('fileName') ?? '',
  }
  const alongside = {
    async within(tx: Tx, file: RecordedFile) {
      if ((await tx.execute(sql.complete, [upload.id, token, file.id, file.versionId])) !== 1)
        throw apiError('upload_busy')
      await sql.deleteParts(tx, [upload.id])
    },
  }
  const { key } = content.kept
  try {
    const answer =
      fileId === undefined
        ? await recordFile(files, session, fileInput(accountId, fields), content, alongside, view)
        : await recordVersion(files, session, fileIdOf(fileId), content, alongside, view)
    files.vault.claimed(key)
    files.vault.wake()
    return answer
  } catch (error) {
    // The file may be recorded; then the object must stay. The sweep finds out.
    if (error instanceof ApiError && error.code === 'outcome_unknown') files.vault.claimed(key)
    else await files.vault.delete(key)
    throw error
  }
}

/** Joins the parts into one object and hashes it. */
async function joinParts(
  { database, vault, threads }: UploadsRoom['files'],
  { id, size }: sql.UploadRow,
  isEncrypted: boolean,
  hold: SpaceHold | undefined,
): Promise<Omit<Content, 'filename'>> {
  const parts = await database.query<sql.PartRow>(sql.partsOf, [id])
  const intake = new Intake(threads)
  const keeping = vault.keep(intake, isEncrypted, hold)
  let failure: Error | undefined
  keeping.catch((error: Error) => {
    failure = error
    intake.fail(error)
  })
  try {
    let at = 0
    for (const part of parts) {
      if (part.start !== at) throw new Error(`upload ${id} has a gap between parts at byte ${at}`)
      const bytes = await vault.open({ blob: part.blob, is_encrypted: true, size: part.size, digest: null })
      for await (const chunk of bytes) {
        await push(intake, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
        if (failure) throw failure
      }
      at += part.size
    }
    if (at !== size || intake.size !== size) throw new Error(`the parts of upload ${id} have ${at} bytes, not ${size}`)
    intake.end()
    return { kept: await keeping, digest: await intake.digest(), size }
  } catch (error) {
    intake.fail(error as Error)
    await keeping.catch(() => undefined)
    if (error instanceof ApiError && error.code === 'content_damaged')
      throw apiError('upload_damaged', {}, { cause: error.cause })
    throw error
  }
}

/** Pushes a chunk. Resolves when the intake has capacity for more. */
function push(intake: Intake, chunk: Buffer): Promise<void> | void {
  let onDrain = (): void => undefined
  const drained = new Promise<void>((resolve) => {
    onDrain = resolve
  })
  intake.onDrain = onDrain
  if (!intake.push(chunk)) return drained
}

/** Returns the answer given when the upload became a file. @throws {ApiError} 404 when the file was purged */
async function answerAgain(
  { files }: UploadsRoom,
  { file_id, version_id }: sql.UploadRow,
  { session, view }: Finisher,
): Promise<CreationAnswer> {
  const row = await readFile(files.database, session.accountId, file_id ?? '', version_id ?? '')
  const file = { id: row.id, code: row.code, versionId: row.shown_version }
  return { status: 200, message: 'File created successfully', data: presentCreation(file, transactionIdOf(row), view) }
}
