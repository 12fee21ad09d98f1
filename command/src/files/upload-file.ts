import { stat } from 'node:fs/promises'
import { hashFile, ServiceError, type UploadedFile } from '@tallystick/sdk'
import type { Session } from '../account/session.js'
import type { TargetFolders } from './target-folders.js'
import { UnfinishedUpload } from './unfinished.js'

/** A file to upload. */
export interface FileToUpload {
  path: string
  name: string
  /** The folders it goes to, below the target. */
  folders: readonly string[]
  /** Whether no other file goes to its folder. */
  isOnly: boolean
}

/** A file that is in its folder now. */
export interface Uploaded {
  path: string
  fileId: string
  folderId: string
  transactionId: string
  /** Code of its page. */
  code: string
  /** Whether it was sent as a new file, as the next version of one, or not at all: it was there. */
  as: 'file' | 'version' | 'existing'
}

/** The service, state and callbacks of an upload. */
export interface Surroundings {
  session: Session
  targets: TargetFolders
  signal: AbortSignal
  onBytes(bytes: number): void
  /** Called with bytes that are on the service already. */
  onThere(bytes: number): void
  /** Called when an upload resumes after an earlier run. */
  onResumed(path: string, sentBytes: number, totalBytes: number): void
}

/** Uploads a file, unless it is there with the same content. One of the same name with other content gets a new version. */
export async function uploadFile(file: FileToUpload, around: Surroundings): Promise<Uploaded> {
  const { path, name } = file
  const { targets, signal, onThere } = around
  const { size } = await stat(path)
  const { id: folderId } = await targets.at(file.folders)
  const named = await targets.named(folderId, name, file.isOnly)
  const hash = named.some((there) => there.file.fileSize === size) ? await hashFile(path, { signal }) : null
  const same = named.find(({ attachmentHash }) => attachmentHash === hash)
  if (same) {
    onThere(size)
    const { _id: fileId, transactionId, uniqueId: code } = same
    return { path, fileId, folderId, transactionId, code, as: 'existing' }
  }
  // Of several, no one knows which it is the next version of.
  const before = named.length === 1 ? named[0] : undefined
  const target = before ? { fileId: before._id } : { folderId }
  const { fileId, transactionId, uniqueId: code } = await send(path, { ...target, fileName: name }, around)
  return { path, fileId, folderId, transactionId, code, as: before ? 'version' : 'file' }
}

type Target = ({ fileId: string } | { folderId: string }) & { fileName: string }

/** Sends the content that an earlier run has not sent. */
async function send(path: string, target: Target, around: Surroundings): Promise<UploadedFile> {
  const { session, signal, onResumed } = around
  const { files } = session.tallystick
  const { size, mtimeMs } = await stat(path)
  const upload = new UnfinishedUpload(session.account, path, JSON.stringify(target))
  const before = await upload.read()
  const isSame = before?.size === size && before.mtimeMs === mtimeMs
  // Halves of different contents would make a file that never was.
  if (before && !isSame) await files.endUpload(before.uploadId, { signal }).catch(unlessRefused)
  const run = async (uploadId?: string) => {
    let isFirst = uploadId !== undefined
    let sentBefore = 0
    const made = await files.upload(path, {
      ...target,
      ...(uploadId !== undefined && { uploadId }),
      signal,
      onProgress: ({ sentBytes, totalBytes, uploadId: id }) => {
        if (id !== null) upload.keep({ uploadId: id, size, mtimeMs })
        if (isFirst) {
          onResumed(path, sentBytes, totalBytes)
          around.onThere(sentBytes)
        } else around.onBytes(sentBytes - sentBefore)
        isFirst = false
        sentBefore = sentBytes
      },
    })
    await upload.end()
    return made
  }
  if (!isSame || before === null) return run()
  return run(before.uploadId).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'upload_not_found') throw error
    return run()
  })
}

/** An upload that the service no longer has is gone, as it should be. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error
}
