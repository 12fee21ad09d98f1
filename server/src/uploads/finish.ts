import type { Session } from '../accounts/session.js'
import type { Tx } from '../base/db.js'
import { readFile } from '../files/access.js'
import { fileIdOf, fileInput } from '../files/input.js'
import { type FilePresentation, presentCreation, transactionIdOf } from '../files/present.js'
import { type Content, type CreationAnswer, type RecordedFile, recordFile, recordVersion } from '../files/record.js'
import { isFilePrivate, isFolderPrivate } from '../files/upload.js'
import { ApiError, apiError } from '../http/errors.js'
import { Intake } from '../storage/intake.js'
import type { UploadsRoom } from './room.js'
import * as sql from './sql.js'

/** The request that found an upload whole. */
export interface Finisher {
  session: Session
  view: FilePresentation
  /** The upload, again. */
  find(): Promise<sql.UploadRow>
}

/**
 * Makes an upload that is whole a file, the way every file goes: its parts become one object, encrypted when its place is private
 * and hashed on the way; it is durable before the entry is committed, and committed before anybody is answered (I1). The same
 * transaction takes the parts away and says which file it became, so that it becomes one, whoever asks how often.
 *
 * @returns what `POST /api/files` answers
 * @throws ApiError 404, 409, 423, 503, 507; the upload stays, to be asked for again
 */
export async function finishUpload(room: UploadsRoom, id: string, by: Finisher): Promise<CreationAnswer> {
  const lock = room.locks.newLock(id)
  await lock.lock(null, () => undefined)
  try {
    const upload = await by.find()
    return await (upload.file_id ? finished(room, upload, by) : record(room, upload, lock.token, by))
  } finally {
    await lock.unlock()
  }
}

async function record(
  { files }: UploadsRoom,
  upload: sql.UploadRow,
  token: string,
  { session, view }: Finisher,
): Promise<CreationAnswer> {
  const { accountId } = session
  const { filename, ...said } = upload.fields
  const fields = new Map(Object.entries({ organizationId: accountId, ...said }))
  const fileId = fields.get('fileId')
  const isPrivate =
    fileId === undefined
      ? await isFolderPrivate(files, accountId, fields)
      : await isFilePrivate(files, accountId, fileIdOf(fileId), fields)
  const content = {
    ...(await joined(files, upload, isPrivate ?? true)),
    filename: filename ?? fields.get('fileName') ?? '',
  }
  const alongside = {
    async within(tx: Tx, file: RecordedFile) {
      if ((await tx.execute(sql.complete, [upload.id, token, file.id, file.versionId])) !== 1)
        throw apiError('upload_busy')
      await sql.forgetParts(tx, [upload.id])
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
    // It may be recorded: then the object must stay. The sweep finds out.
    if (error instanceof ApiError && error.code === 'outcome_unknown') files.vault.claimed(key)
    else await files.vault.delete(key)
    throw error
  }
}

/** Makes the parts one object, and hashes it. */
async function joined(
  { database, vault, threads }: UploadsRoom['files'],
  { id, size }: sql.UploadRow,
  isEncrypted: boolean,
): Promise<Omit<Content, 'filename'>> {
  const parts = await database.query<sql.PartRow>(sql.partsOf, [id])
  const intake = new Intake(threads)
  const keeping = vault.keep(intake, isEncrypted)
  let failure: Error | undefined
  keeping.catch((error: Error) => {
    failure = error
    intake.fail(error)
  })
  try {
    let at = 0
    for (const part of parts) {
      if (part.start !== at) throw new Error(`upload ${id}: its parts have a gap at ${at}`)
      const bytes = await vault.open({ blob: part.blob, is_encrypted: true, size: part.size })
      for await (const chunk of bytes) {
        await pushed(intake, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
        if (failure) throw failure
      }
      at += part.size
    }
    if (at !== size || intake.size !== size) throw new Error(`upload ${id}: its parts have ${at} bytes, not ${size}`)
    intake.end()
    return { kept: await keeping, digest: await intake.digest(), size }
  } catch (error) {
    intake.fail(error as Error)
    await keeping.catch(() => undefined)
    throw error
  }
}

/** Resolves when there is room for more. */
function pushed(intake: Intake, chunk: Buffer): Promise<void> | void {
  let goOn = (): void => undefined
  const room = new Promise<void>((resolve) => {
    goOn = resolve
  })
  intake.onDrain = goOn
  if (!intake.push(chunk)) return room
}

/** What was answered when it became a file. @throws ApiError 404 when that is purged */
async function finished(
  { files }: UploadsRoom,
  { file_id, version_id }: sql.UploadRow,
  { session, view }: Finisher,
): Promise<CreationAnswer> {
  const row = await readFile(files.database, session.accountId, file_id ?? '', version_id ?? '')
  const file = { id: row.id, code: row.code, versionId: row.shown_version }
  return { status: 200, message: 'File created successfully', data: presentCreation(file, transactionIdOf(row), view) }
}
