import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Queryable } from '../base/db.js'
import { apiError } from '../http/errors.js'
import { passwordOf } from './portal-sql.js'

/** Lengths of a password, in characters. */
export const passwordMin = 10
export const passwordMax = 128

// Each one takes 19 MiB and some 20 ms of a core: stamping must not wait for a flood of logins.
const atOnce = Math.max(1, Math.floor(availableParallelism() / 4))
const waitingMax = 100

let running = 0
const waiting: (() => void)[] = []

/** Argon2id of a password (RFC 9106; 19 MiB, 2 passes, as OWASP recommends). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

/** Is this the password that the hash was made of? */
export function isPassword(hashed: string, password: string): Promise<boolean> {
  return inTurn(() => verify(hashed, password))
}

/** Is this the account's password? Somebody without one has none that is right. */
export async function checkPassword(db: Queryable, accountId: string, password: string): Promise<boolean> {
  const hashed = await passwordOf(db, accountId)
  return hashed !== undefined && isPassword(hashed, password)
}

/** @throws ApiError 503 when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMax) throw apiError('unavailable')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Whoever waits takes the place over.
    if (next) next()
    else running--
  }
}
