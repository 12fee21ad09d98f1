import { spelledTruly, TakenNames } from '../base/archives/taken-names.js'
import { Turn } from '../base/turns/turn.js'
import { downloadName, extensionOf } from '../files/download-name.js'
import type { ManifestFileRow, ManifestFolderRow } from './manifest-sql.js'

/** How names are spelled, and their length. */
interface Spelling {
  spelled: ConstructorParameters<typeof TakenNames>[0]
  bytesMax?: number
}

/**
 * Gives folders and files paths, as if everything were downloaded into one folder. Names that would collide on a case-insensitive file
 * system are told apart by a number; folders come first.
 */
export class TreePaths {
  private readonly spelling: Spelling
  private readonly paths: Map<string, string>
  private readonly taken = new Map<string, TakenNames>()

  private constructor(top: string, spelling: Spelling, reserved: readonly string[]) {
    this.spelling = spelling
    this.paths = new Map([[top, '']])
    for (const name of reserved) this.take(top, name)
  }

  /**
   * Places folders.
   *
   * @param top the folder that paths start in
   * @param folders those under it, parents in any order; it may be among them
   * @param reserved names that nothing at the top gets
   */
  static async of(
    top: string,
    folders: readonly ManifestFolderRow[],
    spelling: Spelling,
    reserved: readonly string[] = [],
  ): Promise<TreePaths> {
    const tree = new TreePaths(top, spelling, reserved)
    const turn = new Turn()
    const byId = new Map(folders.map((folder) => [folder.id, folder]))
    for (const folder of folders) {
      if (turn.isOver()) await turn.next()
      tree.addFolder(folder, byId)
    }
    return tree
  }

  /** Takes a name in a folder that was placed. Returns its path. */
  take(folderId: string, name: string): string {
    const names = this.taken.get(folderId) ?? new TakenNames(this.spelling.spelled)
    this.taken.set(folderId, names)
    return this.paths.get(folderId) + names.take(name, this.spelling.bytesMax)
  }

  private addFolder({ id, parent_id, name }: ManifestFolderRow, byId: ReadonlyMap<string, ManifestFolderRow>): void {
    if (this.paths.has(id)) return
    const parent = byId.get(parent_id)
    // A folder can be older than the one it was moved into.
    if (parent !== undefined) this.addFolder(parent, byId)
    this.paths.set(id, `${this.take(parent_id, name)}/`)
  }
}

/**
 * Returns a path for each file of a folder. Folders keep their names, and so does the oldest file of a name; others get a number. So paths
 * don't change when files are added.
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
  const tree = await TreePaths.of(folderId, folders, { spelled: spelledTruly })
  const turn = new Turn()
  const found: string[] = []
  for (const { folder_id, name, filename } of files) {
    if (turn.isOver()) await turn.next()
    found.push(tree.take(folder_id, downloadName(name, extensionOf(filename, name))))
  }
  return found
}
