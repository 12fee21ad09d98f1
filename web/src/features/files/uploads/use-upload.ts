import { ServiceError } from '@tallystick/sdk'
import { client } from '../../../session/client.js'
import { useAccount } from '../../../session/session.js'
import { useTranslation } from '../../../texts/translation.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { pathOf } from '../../../ui/forms/dropped-files.js'
import { useDialogs } from '../dialogs/dialogs.js'
import { refreshFolder } from '../model/cache.js'
import type { Folder, FolderType } from '../model/items.js'
import { readSubfolders } from '../model/queries.js'
import { addUploads } from './upload-store.js'

type Into = Pick<Folder, '_id' | 'folderType'> & { folderLevel?: number }

/** Uploads dropped or selected files into a folder, creating dropped folders. At the top level, files need a folder first. */
export function useUpload(): (files: File[], into: Into) => void {
  const { t } = useTranslation('files')
  const account = useAccount()
  const open = useDialogs()
  const errorText = useErrorText()
  const send = async (files: File[], { _id: folderId, folderType, folderLevel = 1 }: Into) => {
    if (folderLevel === 0 && !hasFolders(files)) {
      return open({ show: 'new-folder', parent: { _id: folderId, folderType, folderLevel }, files })
    }
    // New top-level folders are private.
    const type = folderLevel === 0 ? 'private' : folderType
    const destination = { folderId, folderType: type, organizationId: account?._id ?? '' }
    for (const sorted of await groupByFolder(files, destination)) {
      if (sorted.folderId !== folderId || folderLevel > 0) addUploads(sorted.files, { folderId: sorted.folderId })
    }
  }
  return (files, into) =>
    void send(files, into).catch((error: unknown) =>
      showToast({ title: t('notUploaded'), text: errorText(error), tone: 'bad' }),
    )
}

/** Files for one folder. */
interface FolderUpload {
  folderId: string
  files: File[]
}

/** Where an upload goes. */
interface Destination {
  folderId: string
  /** Type of the folders it creates. */
  folderType: FolderType
  organizationId: string
}

/** Whether some of the files are in folders of their own. */
function hasFolders(files: readonly File[]): boolean {
  return files.some((file) => pathOf(file).includes('/'))
}

/**
 * Creates the folders of dropped files and groups the files by folder. Existing folders are reused, so that dropping a folder
 * again resumes its upload.
 *
 * @throws {ServiceError} when the service refuses
 */
async function groupByFolder(files: readonly File[], landing: Destination): Promise<FolderUpload[]> {
  const ids = new Map<string, string>([['', landing.folderId]])
  const sorted = new Map<string, File[]>()
  for (const file of files) {
    const folder = pathOf(file).split('/').slice(0, -1).join('/')
    sorted.set(folder, [...(sorted.get(folder) ?? []), file])
  }
  const folderOf = async (path: string): Promise<string> => {
    const known = ids.get(path)
    if (known !== undefined) return known
    const steps = path.split('/')
    const parentId = await folderOf(steps.slice(0, -1).join('/'))
    const id = await folderNamed(steps.at(-1) ?? '', parentId, landing)
    ids.set(path, id)
    return id
  }
  const result: FolderUpload[] = []
  for (const [path, inside] of sorted) result.push({ folderId: await folderOf(path), files: inside })
  if (ids.size > 1) await refreshFolder(landing.folderId)
  return result
}

async function folderNamed(
  folderName: string,
  parentFolderId: string,
  { folderType, organizationId }: Destination,
): Promise<string> {
  try {
    return (await client.post('/api/folders', { body: { folderName, folderType, parentFolderId, organizationId } }))._id
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'folder_exists')) throw error
    const { rows } = await readSubfolders(parentFolderId, undefined, { search: folderName })
    const same = rows.find((row) => row.folderName.toLowerCase() === folderName.toLowerCase())
    if (!same) throw error
    return same._id
  }
}
