/**
 * The contents of folders, as far as folders need to know them. A file that is in the bin, private or being purged because of its
 * folder has no state of its own for that: a join with the folder's row (`deleted_at`, `is_private`, `purging`) shows it. So purging is
 * the only operation.
 */
export interface FolderContents {
  /**
   * Purges some or all of the contents of folders, and records each purge. Called repeatedly until nothing is left, by any process,
   * also after a crash.
   *
   * @returns the folders that are now empty
   */
  purge(folderIds: readonly string[]): Promise<readonly string[]>
}
