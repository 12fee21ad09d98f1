import { v7 as uuidv7 } from 'uuid'
import type { Session } from '../../accounts/tokens/session.js'
import { type Statement, type Tx, violatedConstraint } from '../../base/database/db.js'
import { searchKey } from '../../base/database/search-key.js'
import { folderToFill } from '../../folders/access.js'
import { insertChanges, newChange } from '../../folders/changes.js'
import { apiError } from '../../http/errors.js'
import { newCode } from '../../stamps/code.js'
import { missingCodes, notReserved, useStatement } from '../../stamps/codes/reserved.js'
import { lockOwn } from '../access.js'
import { claimBlobs, encryptLater } from '../blobs/sql.js'
import type { StoredBlob } from '../blobs/vault.js'
import { uploadedName } from '../download-name.js'
import type { FileInput } from '../input.js'
import { type FilePresentation, presentCreation } from '../present.js'
import type { FilesRoom } from '../room.js'
import * as sql from '../sql.js'

/** A content in the store that no row claims yet. */
export interface Content {
  kept: StoredBlob
  /** Bytes. */
  size: number
  /** SHA-256. */
  digest: Buffer
  /** The client's name for the file. Untrusted. */
  filename: string
}

/** The answer about a new file or version; an idempotency key stores exactly this. */
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

/** Further effects, committed together with a file. */
export interface Alongside {
  /** Runs in the transaction that writes the rows. */
  within?(tx: Tx, file: RecordedFile): Promise<void>
  /** Statements that need to know what is answered. */
  finish?(answer: CreationAnswer, file: RecordedFile): Statement[]
}

/** The type of a content until it has been inspected. */
const unknownType = 'application/octet-stream'

/**
 * Records a new file whose content is in the store, and what is committed alongside.
 *
 * @throws {ApiError} 404, 409, 503, 507
 */
export async function recordFile(
  room: FilesRoom,
  session: Session,
  input: FileInput,
  content: Content,
  alongside: Alongside,
  view: FilePresentation,
): Promise<CreationAnswer> {
  const id = uuidv7()
  const attempt = () => {
    const code = input.code ?? newCode()
    return recordContent(room, session, content, alongside, view, {
      action: 'created',
      message: 'File created successfully',
      async prepare(tx, versionId) {
        const { accountId, name: owner } = session
        const folder = await folderToFill(tx, accountId, input.folderId)
        if (input.code !== undefined) {
          const { text, values } = useStatement([{ code, accountId }])
          await tx.query(text, values)
        }
        const { name, description, latitude, longitude } = input
        await tx.execute(sql.insertFile, [
          ...[id, accountId, folder.id, name, searchKey(name), description, code, latitude, longitude, owner],
          versionId,
        ])
        return { id, code, name, folder, number: 1 }
      },
    })
  }
  return room.codes.inTurn(input.code === undefined ? [] : [input.code], () =>
    attempt().catch((error: unknown) => {
      const [missing] = missingCodes(error) ?? []
      if (missing !== undefined) throw notReserved(missing)
      if (violatedConstraint(error) !== 'files_code_key') throw error
      return attempt()
    }),
  )
}

/** Records a new version of a file, whose content is in the store. @throws {ApiError} as {@link recordFile} */
export async function recordVersion(
  room: FilesRoom,
  session: Session,
  fileId: string,
  content: Content,
  alongside: Alongside,
  view: FilePresentation,
): Promise<CreationAnswer> {
  return recordContent(room, session, content, alongside, view, {
    action: 'content',
    message: 'Version created successfully',
    async prepare(tx, versionId) {
      const file = await lockOwn(tx, session.accountId, fileId)
      if (file.deleted_at) throw apiError('file_in_bin')
      const folder = await folderToFill(tx, session.accountId, file.folder_id)
      await tx.execute(sql.addVersion, [fileId, versionId])
      return { id: fileId, code: file.code, name: file.name, folder, number: file.versions + 1 }
    },
  })
}

/** How a new file and a new version differ. */
interface Recording {
  action: 'created' | 'content'
  message: string
  /** Locks the folder and writes the file's row, whose current version will be `versionId`. */
  prepare(tx: Tx, versionId: string): Promise<PreparedFile>
}

interface PreparedFile {
  id: string
  code: string
  name: string
  folder: { id: string; is_private: boolean }
  /** The number of the version. */
  number: number
}

async function recordContent(
  room: FilesRoom,
  { accountId, clientId, name: owner }: Session,
  content: Content,
  alongside: Alongside,
  view: FilePresentation,
  { action, message, prepare }: Recording,
): Promise<CreationAnswer> {
  const versionId = uuidv7()
  const { size, digest } = content
  const answerOf = (file: RecordedFile, anchor: { transactionId: string } | null): CreationAnswer => {
    return { status: 200, message, data: presentCreation(file, anchor?.transactionId ?? '', view) }
  }
  const { result, anchor } = await room.recorder.record(async (tx, first) => {
    const { id, code, name, folder, number } = await prepare(tx, versionId)
    await claimContent(tx, content, folder)
    const more = { code, name, owner, version: number, versionId, size }
    const change = newChange({ accountId, subject: 'file', subjectId: id, action, more, digest })
    await insertVersion(tx, id, versionId, number, content, { changeId: change.id, clientId })
    await room.quotas.checkStored(tx, accountId, size)
    const leaves = await insertChanges(tx, first, [change])
    const file = { id, code, versionId }
    await alongside.within?.(tx, file)
    return { leaves, result: file, finish: (anchored) => alongside.finish?.(answerOf(file, anchored), file) ?? [] }
  }, accountId)
  const { kept } = content
  room.inspector.begin(versionId, accountId, { blob: kept.key, is_encrypted: kept.isEncrypted, size, digest })
  return answerOf(result, anchor)
}

/** Claims the stored object. If it is plain and its folder has become private in the meantime, it is encrypted soon. */
async function claimContent(tx: Tx, { kept }: Content, folder: { id: string; is_private: boolean }): Promise<void> {
  if (!(await claimBlobs(tx, [kept.key]))) throw apiError('unavailable')
  if (folder.is_private && !kept.isEncrypted) await encryptLater(tx, folder.id)
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
