import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { Queryable } from '../../base/database/db.js'
import { FairSlots } from '../../http/limits/fair-slots.js'
import { passwordOf, replaceHash } from '../portal-sql.js'
import { legible } from './legible.js'

/** Password length limits, in characters. */
export const passwordMin = 10
export const passwordMax = 128

// Each hash takes 19 MiB and about 20 ms of a core. Limited so that a flood of logins doesn't slow stamping down.
// Attempts at one password queue behind each other, and don't delay other logins.
const runningMax = Math.max(1, Math.floor(availableParallelism() / 4))
const slots = new FairSlots({
  allMax: runningMax,
  ownerMax: runningMax,
  waiting: { ownerMax: 20, allMax: 200 },
})
/** New passwords belong to no one yet. */
const anyone = ''

/** Work that guessing a password takes. */
export type HashStrength = Required<Pick<Options, 'memoryCost' | 'timeCost'>>

/** 19 MiB and 2 passes, as OWASP recommends. */
const hashStrength: HashStrength = { memoryCost: 19_456, timeCost: 2 }

/**
 * Hashes a password with Argon2id (RFC 9106), in NFC (SP 800-63B): keyboards differ in how they write an ü. The hash states its
 * strength, so {@link isPassword} needs none.
 */
export function hashPassword(password: string, strength = hashStrength): Promise<string> {
  return slots.hold(anyone, () => hash(password.normalize('NFC'), strength))
}

/**
 * Verifies a password against a stored hash.
 *
 * @returns `old` when it is right, but its hash was made of the password as it was sent, as all were once
 */
function compare(hashed: string, password: string): Promise<'right' | 'old' | 'wrong'> {
  const composed = password.normalize('NFC')
  return slots.hold(hashed, async () => {
    if (await verify(hashed, composed)) return 'right'
    return composed !== password && (await verify(hashed, password)) ? 'old' : 'wrong'
  })
}

/** Verifies a password against a stored hash, which it replaces if that was not made in NFC. */
export async function isPassword(
  db: Queryable,
  hashed: string,
  password: string,
  strength = hashStrength,
): Promise<boolean> {
  const result = await compare(hashed, password)
  if (result === 'old') await replaceHash(db, hashed, await hashPassword(password, strength))
  return result !== 'wrong'
}

/** Verifies an account's password. False for an account without a password. */
export async function checkPassword(db: Queryable, accountId: string, password: string): Promise<boolean> {
  const hashed = await passwordOf(db, accountId)
  return hashed !== undefined && isPassword(db, hashed, password)
}

/** Generates a password of four groups of four: 79 bits. */
export function newPassword(): string {
  return legible(4, 4)
}
