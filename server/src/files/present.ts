import type { OwnerInfo } from '../accounts/owners.js'
import { createdAt } from '../base/ids.js'
import { visibilityOf } from '../folders/present.js'
import { extensionOf } from './download-name.js'
import type { LinkKind, Links } from './links.js'
import type { FileRow } from './sql.js'

/** Context of answers about files. */
export interface FilePresentation {
  links: Links
  /** The address of the service, without a trailing slash. */
  base: string
  /** The caller. */
  accountId: string
}

/** The result of creating a file or version (docs/interface.md §2.5). */
export function presentCreation(
  file: { id: string; code: string; versionId: string },
  transactionId: string,
  view: FilePresentation,
) {
  return {
    fileId: file.id,
    transactionId,
    uniqueId: file.code,
    thumbUrl: linkOf('thumbnail', file.id, file.versionId, view),
  }
}

/** Details (docs/interface.md §2.6). */
export function presentFile(row: FileRow, owner: OwnerInfo | undefined, view: FilePresentation) {
  const isOwn = row.account_id === view.accountId
  return {
    _id: row.id,
    description: row.description,
    fileName: row.name,
    lat: row.latitude,
    long: row.longitude,
    transactionId: transactionIdOf(row),
    attachmentHash: row.digest.toString('hex'),
    createdAt: createdAt(row.id),
    uploadedBy: row.uploaded_by,
    file: presentContent(row, view),
    ownerInfo: {
      ownerId: row.account_id,
      name: owner?.name ?? '',
      userName: owner?.username ?? '',
      // A public file doesn't make its owner's address public.
      email: isOwn ? (owner?.email ?? '') : '',
      profilePicture: owner?.profilePicture ?? '',
      thumbProfilePicture: owner?.profilePicture ?? '',
    },
    isVersion: row.versions > 1,
    isFavourite: isOwn && row.is_favourite,
    isDateUpdated: false,
    durationChangedDate: '',
    fileType: visibilityOf(row.folder_private),
    encryptedBuffer: '',
    webEncryptedBuffer: '',
    versionId: row.versions > 1 ? row.shown_version : null,
    type: 'file',
  }
}

/** An item of a folder's list of files. */
export function presentItem(row: FileRow, view: FilePresentation) {
  return {
    _id: row.id,
    fileName: row.name,
    description: row.description,
    folderId: row.folder_id,
    transactionId: transactionIdOf(row),
    attachmentHash: row.digest.toString('hex'),
    uniqueId: row.code,
    file: presentContent(row, view),
    thumbUrl: linkOf('thumbnail', row.id, row.shown_version, view),
    isVersion: row.versions > 1,
    isFavourite: row.account_id === view.accountId && row.is_favourite,
    isBin: isInBin(row),
    fileType: visibilityOf(row.folder_private),
    versionId: row.versions > 1 ? row.shown_version : null,
    type: 'file',
    createdAt: createdAt(row.id),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** An item of the list of a file's versions. */
export function presentVersion(row: FileRow, view: FilePresentation) {
  return {
    versionId: row.shown_version,
    number: row.number,
    isCurrent: row.shown_version === row.version_id,
    transactionId: transactionIdOf(row),
    attachmentHash: row.digest.toString('hex'),
    file: presentContent(row, view),
    thumbUrl: linkOf('thumbnail', row.id, row.shown_version, view),
    createdAt: createdAt(row.shown_version),
  }
}

/** Returns whether a file is in the bin, on its own or with its folder. */
export function isInBin(row: Pick<FileRow, 'deleted_at' | 'folder_deleted_at'>): boolean {
  return row.deleted_at !== null || row.folder_deleted_at !== null
}

/** Returns the transaction ID, with 0x. */
export function transactionIdOf(row: Pick<FileRow, 'transaction_hash'>): string {
  return `0x${row.transaction_hash.toString('hex')}`
}

function presentContent(row: FileRow, view: FilePresentation) {
  return {
    fileName: row.filename,
    fileSize: row.size,
    fileType: extensionOf(row.filename, row.name),
    url: linkOf('content', row.id, row.shown_version, view),
    mimetype: row.mimetype,
    pageNumber: row.pages,
    height: row.height,
    width: row.width,
  }
}

function linkOf(
  kind: LinkKind,
  fileId: string,
  versionId: string,
  { links, base, accountId }: FilePresentation,
): string {
  return base + links.path({ kind, fileId, versionId, accountId })
}
