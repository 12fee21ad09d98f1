import { foldPath } from '@tallystick/proof'
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
export function manifestPaths(
  folderId: string,
  folders: readonly ManifestFolderRow[],
  files: readonly Pick<ManifestFileRow, 'folder_id' | 'name' | 'filename'>[],
): string[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const paths = new Map([[folderId, '']])
  const taken = new Map<string, Set<string>>()
  const add = (parentId: string, name: string): string => {
    const names = taken.get(parentId) ?? new Set()
    taken.set(parentId, names)
    const free = freeName(name, names)
    names.add(foldPath(free))
    return paths.get(parentId) + free
  }
  const addFolder = ({ id, parent_id, name }: ManifestFolderRow) => {
    if (paths.has(id)) return
    const parent = byId.get(parent_id)
    // A folder can be older than the one it was moved into.
    if (parent !== undefined) addFolder(parent)
    paths.set(id, `${add(parent_id, safeName(name))}/`)
  }
  folders.forEach(addFolder)
  return files.map((file) =>
    add(file.folder_id, safeName(downloadName(file.name, extensionOf(file.filename, file.name)))),
  )
}

/** Returns a free name for an archive, and adds it to those taken. */
export function archiveName(name: string, taken: Set<string>): string {
  const free = freeName(safeName(name), taken)
  taken.add(foldPath(free))
  return free
}

/** Replaces what could lead out of a folder: names have no slash, but some systems have other separators. */
function safeName(name: string): string {
  const safe = name.replace(/[\\\p{Cc}\p{Cs}]/gu, '_').replace(/^([A-Za-z]):/, '$1_')
  return safe === '' || safe === '.' || safe === '..' ? '_' : safe
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, extension = ''] = /^(.+)(\.[^.]+)$/.exec(name) ?? []
  let free = name
  for (let i = 2; taken.has(foldPath(free)); i++) free = `${stem} (${i})${extension}`
  return free
}
