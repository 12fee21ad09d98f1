import { AgeError } from './age/error.js'
import { BlobMissingError } from './store.js'

/** A stored content whose object is gone, holds other bytes than were recorded, or cannot be read. */
export type Damage = 'missing' | 'changed' | 'unreadable'

/** Thrown when an object holds other bytes than were recorded. Not retryable. */
export class ChangedError extends Error {
  override name = 'ChangedError'

  constructor(key: string, problem: string) {
    super(`object ${key} was changed: ${problem}`)
  }
}

/** Errors of a file system about one file. Others, such as EACCES or EMFILE, are about the whole store or the process. */
const ofOneFile: ReadonlySet<unknown> = new Set(['EIO', 'EBADMSG', 'EUCLEAN', 'EREMOTEIO', 'EISDIR', 'ELOOP'])

/** Returns what an error of reading an object says about the object; null when it says nothing, as when the store is away. */
export function damageOf(error: unknown): Damage | null {
  if (error instanceof BlobMissingError) return 'missing'
  if (error instanceof ChangedError) return 'changed'
  // Without its identity the file may be as it was.
  if (error instanceof AgeError) return error.problem === 'no match' ? 'unreadable' : 'changed'
  const { code, cause } = error as NodeJS.ErrnoException
  if (ofOneFile.has(code)) return 'unreadable'
  return cause === undefined ? null : damageOf(cause)
}
