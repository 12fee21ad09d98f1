/** Exit codes of the commands that speak to the service. The codes of `verify` are in verify/report.ts. */
export const exitCodes = { done: 0, usage: 2, refused: 4, unreachable: 5, partly: 6, interrupted: 130 } as const

const codes = `
  0    done
  2    wrong usage, a file that cannot be read or written, or no login
  4    the service refused
  5    the service cannot be reached
  6    done in part: the lines on standard error say what is left
  130  interrupted`

/** The codes in words, for the help of those commands. */
export const exitCodesHelp = `
Exit codes:${codes}`

/** The same for the help of the program. */
export const allExitCodesHelp = `
Exit codes, of all commands but verify (see verify --help):${codes}`
