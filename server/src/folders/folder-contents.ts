/**
 * What lies in folders, as far as folders must know it. A file's own state is its row's; that it is in the bin, private or being
 * purged because its folder is, follows from the folder's row by a join (`deleted_at`, `is_private`, `purging`), so that only
 * purging has anything to do.
 */
export interface FolderContents {
  /**
   * Purges what lies in condemned folders (or some of it), recording each thing's purge. Called again until nothing is left,
   * by any process, also after a crash in the middle.
   *
   * @returns those of the folders in which nothing is left
   */
  purge(folderIds: readonly string[]): Promise<readonly string[]>
}
