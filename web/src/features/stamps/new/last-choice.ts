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

const keyOf = (accountId: string) => `tallystick.visibility.${accountId}`
