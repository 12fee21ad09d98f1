/** Returns what this browser keeps by a name; null where it keeps nothing, or denies it to a frame in another site's page. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Has this browser keep a choice, or forget it (null); one that denies it goes on without. */
export function keepChoice(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // A frame in another site's page: nothing is kept there.
  }
}
