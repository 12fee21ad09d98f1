/** Longest path, in UTF-16 code units. */
const MAX_PATH = 4096

/** Control characters, the other separator, and lone surrogates. */
const forbidden = /[\p{Cc}\p{Cs}\\]/u

/**
 * Returns why a text is not a path inside a folder, or undefined when it is one: relative, `/` between segments, none of them
 * empty, `.` or `..`. Such a path stays inside the folder on every system; a drive, a backslash or a NUL might not.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (path.length > MAX_PATH) return `is longer than ${MAX_PATH} characters`
  if (forbidden.test(path)) return 'contains a control character, a backslash or half a character'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is not relative'
  const bad = path.split('/').find((segment) => segment === '' || segment === '.' || segment === '..')
  return bad === undefined ? undefined : `has the segment "${bad}"`
}

/** Returns the last segment of a path: the name of the file. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the same text for paths that some file systems treat as equal: those that differ in case or Unicode normal form. */
export function foldPath(path: string): string {
  // Upper case first: it unifies ß and ss, and both forms of σ.
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Groups the paths that some file systems treat as equal; folders count through the files in them. */
export function lookalikes(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const key = foldPath(path)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [path])
    else group.push(path)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
