/** Longest path, in UTF-16 code units. */
export const MAX_PATH = 4096

/** Control characters, the other separator, and surrogates that stand alone. */
const forbidden = /[\p{Cc}\p{Cs}\\]/u

/**
 * Why a text is not a path inside a folder, or undefined when it is one: relative, `/` between its segments, none of them
 * empty, `.` or `..`. Whatever system reads it, such a path leads nowhere else: a drive, a backslash or a NUL could.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (path.length > MAX_PATH) return `is longer than ${MAX_PATH} characters`
  if (forbidden.test(path)) return 'holds a control character, a backslash or half a character'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is not relative'
  const bad = path.split('/').find((segment) => segment === '' || segment === '.' || segment === '..')
  return bad === undefined ? undefined : `has the segment "${bad}"`
}

/** The same for names that some file systems do not tell apart: those that differ in case or in Unicode's normal form. */
export function foldPath(path: string): string {
  // Upper case first: it has one form for ß and ss, and for both forms of σ.
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Paths that some file systems do not tell apart, in groups; folders count by the files in them. */
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
