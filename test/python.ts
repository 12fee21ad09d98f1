import { execFileSync } from 'node:child_process'
import { debianPrograms } from './debian.js'

/** Returns a Python 3.9 or newer: the system's, or else Debian's; null when there is neither. */
export async function findPython(): Promise<string | null> {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
    return 'python3'
  } catch {
    return (await debianPrograms(['python3']))?.path('python3') ?? null
  }
}
