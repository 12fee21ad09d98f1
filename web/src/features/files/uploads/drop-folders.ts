import { ServiceError } from 'tallystick'
import { client } from '../../../session/client.js'
import { pathOf } from '../../../ui/dropped-files.js'
import { refreshFolder } from '../model/cache.js'
import { readSubfolders } from '../model/queries.js'
import type { FolderType } from '../model/types.js'

/** Files that belong into one folder. */
export interface Sorted {
  folderId: string
  files: File[]
}

/** Where dropped things go. */
export interface Landing {
  folderId: string
  /** Of folders that are made. */
  folderType: FolderType
  organizationId: string
}

/** Are some of these files in folders of their own? */
export function hasFolders(files: readonly File[]): boolean {
  return files.some((file) => pathOf(file).includes('/'))
}

/**
 * Makes the folders that dropped files lie in, and says which file belongs where. A folder that is there already is used: who drops
 * the same folder again goes on with it.
 *
 * @throws ServiceError
 */
export async function sortIntoFolders(files: readonly File[], landing: Landing): Promise<Sorted[]> {
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
  const result: Sorted[] = []
  for (const [path, inside] of sorted) result.push({ folderId: await folderOf(path), files: inside })
  if (ids.size > 1) await refreshFolder(landing.folderId)
  return result
}

async function folderNamed(
  folderName: string,
  parentFolderId: string,
  { folderType, organizationId }: Landing,
): Promise<string> {
  try {
    return (await client.post('/api/folders', { body: { folderName, folderType, parentFolderId, organizationId } }))._id
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'folder_exists')) throw error
    const { rows } = await readSubfolders(parentFolderId, undefined, folderName)
    const same = rows.find((row) => row.folderName.toLowerCase() === folderName.toLowerCase())
    if (!same) throw error
    return same._id
  }
}
