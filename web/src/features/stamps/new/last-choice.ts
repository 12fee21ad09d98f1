export type Visibility = 'public' | 'private'

/** Visibility of the last stamps of this account made in this browser; null before its first ones. */
export function lastVisibility(accountId: string): Visibility | null {
  const kept = localStorage.getItem(keyOf(accountId))
  return kept === 'public' || kept === 'private' ? kept : null
}

/** Keeps the choice for the next stamps. */
export function keepVisibility(accountId: string, visibility: Visibility): void {
  localStorage.setItem(keyOf(accountId), visibility)
}

/** Whether the last run of this account in this browser kept the names of its folders. Unasked, none does. */
export function keptFolders(accountId: string): boolean {
  return localStorage.getItem(foldersKeyOf(accountId)) === 'true'
}

/** Keeps the choice for the next run. */
export function keepFolders(accountId: string, keeps: boolean): void {
  localStorage.setItem(foldersKeyOf(accountId), String(keeps))
}

const keyOf = (accountId: string) => `tallystick.visibility.${accountId}`
const foldersKeyOf = (accountId: string) => `tallystick.folders.${accountId}`
