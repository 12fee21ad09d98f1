import type { OwnerInfo } from '../accounts/owners.js'
import { createdAt } from '../base/ids.js'
import { type FilePresentation, presentItem } from '../files/present.js'
import type { FileRow } from '../files/sql.js'
import { visibilityOf } from '../folders/present.js'
import type { FolderRow } from '../folders/sql.js'
import { stateNames } from '../ledger/batch-state.js'
import type { AmountRow, AnchorRow, StepRow } from './sql.js'

type Amounts = Pick<AmountRow, 'folders' | 'files'>

/** A folder with its path, and how much is in it. */
export function presentBrowsedFolder(
  folder: FolderRow,
  beside: { accountId: string; owner: OwnerInfo | undefined; path: readonly StepRow[]; amounts: Amounts | undefined },
) {
  return {
    ...presentSubfolder(folder, beside.amounts),
    parentFolderId: folder.parent_id,
    isBin: folder.deleted_at !== null,
    isOwn: folder.account_id === beside.accountId,
    ownerId: folder.account_id,
    ownerName: beside.owner?.name ?? '',
    path: beside.path.map(presentStep),
  }
}

/** A folder in a folder, with how much is in it. */
export function presentSubfolder(folder: FolderRow, amounts: Amounts | undefined) {
  return {
    _id: folder.id,
    folderName: folder.name,
    parentFolderId: folder.parent_id as string,
    folderLevel: folder.level,
    folderType: visibilityOf(folder.is_private),
    folders: amounts?.folders ?? 0,
    files: amounts?.files ?? 0,
    createdAt: createdAt(folder.id),
    updatedAt: folder.updated_at.toISOString(),
  }
}

/** A file with its path, and the state of the entry that recorded its content. */
export function presentBrowsedFile(
  row: FileRow,
  view: FilePresentation,
  beside: { owner: OwnerInfo | undefined; path: readonly StepRow[]; anchor: AnchorRow },
) {
  const { owner, path, anchor } = beside
  return {
    ...presentItem(row, view),
    isOwn: row.account_id === view.accountId,
    ownerId: row.account_id,
    ownerName: owner?.name ?? '',
    uploadedBy: row.uploaded_by,
    versions: row.versions,
    path: path.map(presentStep),
    state: stateNames[anchor.state],
    blockNumber: anchor.block_number,
    blockTime: anchor.block_time?.toISOString() ?? null,
  }
}

/** A folder on the path to something. */
export function presentStep(step: StepRow) {
  return { _id: step.id, folderName: step.name, folderType: visibilityOf(step.is_private) }
}
