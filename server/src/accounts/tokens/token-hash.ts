import { createHash } from 'node:crypto'

/** Hashes a random token for lookup. It is too long to be guessed, so needs no key, and a new master key forgets none. */
export function tokenHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
