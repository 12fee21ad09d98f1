import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Queryable } from '../base/db.js'
import { apiError } from '../http/errors.js'
import { passwordOf } from './portal-sql.js'

/** Password length limits, in characters. */
export const passwordMin = 10
export const passwordMax = 128

// Each hash takes 19 MiB and about 20 ms of a core. Limited so that a flood of logins doesn't slow stamping down.
const runningMax = Math.max(1, Math.floor(availableParallelism() / 4))
const waitingMax = 100

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password with Argon2id (RFC 9106; 19 MiB, 2 passes, as OWASP recommends). */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password))
}

/** Verifies a password against a hash. */
export function isPassword(hashed: string, password: string): Promise<boolean> {
  return limited(() => verify(hashed, password))
}

/** Verifies an account's password. False for an account without a password. */
export async function checkPassword(db: Queryable, accountId: string, password: string): Promise<boolean> {
  const hashed = await passwordOf(db, accountId)
  return hashed !== undefined && isPassword(hashed, password)
}

/** Runs work with limited concurrency. @throws {ApiError} 503 when too many are waiting */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw apiError('unavailable')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The next one takes over this slot.
    if (next) next()
    else running--
  }
}
