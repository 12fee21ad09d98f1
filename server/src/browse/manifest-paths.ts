import { spelledTruly, TakenNames } from '../base/archives/taken-names.js'
import { Turn } from '../base/turns/turn.js'
import { downloadName, extensionOf } from '../files/download-name.js'
import type { ManifestFileRow, ManifestFolderRow } from './manifest-sql.js'

/**
 * Returns a path for each file, as if everything were downloaded into one folder. Where names would collide on a case-insensitive file
 * system, folders keep theirs, and so does the oldest file; others get a number. So paths don't change when files are added.
 *
 * @param folderId the folder that paths start in
 * @param folders this folder and those under it
 * @param files oldest first
 */
export async function manifestPaths(
  folderId: string,
  folders: readonly ManifestFolderRow[],
  files: readonly Pick<ManifestFileRow, 'folder_id' | 'name' | 'filename'>[],
): Promise<string[]> {
  const turn = new Turn()
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const paths = new Map([[folderId, '']])
  const taken = new Map<string, TakenNames>()
  const add = (parentId: string, name: string): string => {
    const names = taken.get(parentId) ?? new TakenNames(spelledTruly)
    taken.set(parentId, names)
    return paths.get(parentId) + names.take(name)
  }
  const addFolder = ({ id, parent_id, name }: ManifestFolderRow) => {
    if (paths.has(id)) return
    const parent = byId.get(parent_id)
    // A folder can be older than the one it was moved into.
    if (parent !== undefined) addFolder(parent)
    paths.set(id, `${add(parent_id, name)}/`)
  }
  for (const folder of folders) {
    if (turn.isOver()) await turn.next()
    addFolder(folder)
  }
  const found: string[] = []
  for (const file of files) {
    if (turn.isOver()) await turn.next()
    found.push(add(file.folder_id, downloadName(file.name, extensionOf(file.filename, file.name))))
  }
  return found
}
