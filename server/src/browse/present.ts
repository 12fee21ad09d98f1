import { createdAt } from '../base/ids.js'
import type { FolderRow } from '../folders/sql.js'
import type { AmountRow, StepRow } from './sql.js'

/** A folder in a folder, with how much lies in it. */
export function presentSubfolder(folder: FolderRow, amounts: Pick<AmountRow, 'folders' | 'files'> | undefined) {
  return {
    _id: folder.id,
    folderName: folder.name,
    parentFolderId: folder.parent_id as string,
    folderLevel: folder.level,
    folderType: typeOf(folder),
    folders: amounts?.folders ?? 0,
    files: amounts?.files ?? 0,
    createdAt: createdAt(folder.id),
    updatedAt: folder.updated_at.toISOString(),
  }
}

/** A folder on the way to something. */
export function presentStep(step: StepRow) {
  return { _id: step.id, folderName: step.name, folderType: typeOf(step) }
}

/** Who may open what lies in it. */
export function typeOf({ is_private }: { is_private: boolean }): 'public' | 'private' {
  return is_private ? 'private' : 'public'
}
