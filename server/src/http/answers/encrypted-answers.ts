import type { Statement } from '../../base/database/db.js'
import { type SealKeys, seal, unseal } from '../../base/ring.js'
import { fulfilClaims, type IdempotencyClaim } from '../idempotency.js'

/**
 * Returns the statement that stores an idempotent answer containing a secret, encrypted like every stored secret.
 *
 * @param subjectId what the answer is about, if deleting that erases the answer
 */
export function storeEncrypted(
  keys: SealKeys,
  claim: IdempotencyClaim | undefined,
  subjectId: string | undefined,
  answer: { status: number },
): Statement | undefined {
  if (!claim) return undefined
  const body = seal(keys, Buffer.from(JSON.stringify(answer)), Buffer.from(claim.accountId)).toString('base64')
  return fulfilClaims([{ claim, status: answer.status, body, ...(subjectId !== undefined && { subjectId }) }])
}

/** Returns a function that decrypts the account's stored answers. */
export function decryptAnswer(keys: SealKeys, accountId: string): (body: string) => string {
  return (body) => unseal(keys, Buffer.from(body, 'base64'), Buffer.from(accountId)).toString()
}
