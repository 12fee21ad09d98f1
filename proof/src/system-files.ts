/** What Windows and macOS put into folders that are looked at; names as their own, whatever the case where no case is told apart. */
const windows = new Set(['thumbs.db', 'desktop.ini'])
const MAC = '.DS_Store'
/** macOS puts `._name` beside `name` where a file system has no room for what else it knows about a file. */
const COMPANION = '._'

/**
 * Whether a path is named like a file that an operating system puts there by itself. A companion counts only beside what it
 * accompanies, so that nothing else hides behind such a name.
 * @param isThere whether the folder holds a file or a folder at a path.
 */
export function isSystemFile(path: string, isThere: (path: string) => boolean): boolean {
  const at = path.lastIndexOf('/') + 1
  const name = path.slice(at)
  if (name === MAC || windows.has(name.toLowerCase())) return true
  return name.startsWith(COMPANION) && isThere(path.slice(0, at) + name.slice(COMPANION.length))
}
