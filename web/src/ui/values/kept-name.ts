/** Looks like a slash, but separates no path: DIVISION SLASH. */
const divisionSlash = '\u2215'

/** Whether a name has what the service refuses: courts write "A ./. B", which would be a path. */
export const hasSlash = (name: string) => name.includes('/')

/** Returns the name as it is kept. */
export const keptName = (typed: string) => typed.trim().replaceAll('/', divisionSlash)
