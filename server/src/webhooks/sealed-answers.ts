import type { Statement } from '../base/db.js'
import { open, seal } from '../base/secrets.js'
import { fulfilClaims, type IdempotencyClaim } from '../http/idempotency.js'

/**
 * The statement that keeps an answer with a secret in it: sealed, for secrets are sealed wherever they are kept.
 *
 * @param subjectId the webhook, with whose deletion the answer is erased
 */
export function keepSealed(
  key: Uint8Array,
  claim: IdempotencyClaim | undefined,
  subjectId: string,
  answer: { status: number },
): Statement | undefined {
  if (!claim) return undefined
  const body = seal(key, Buffer.from(JSON.stringify(answer)), Buffer.from(claim.accountId)).toString('base64')
  return fulfilClaims([{ claim, status: answer.status, body, subjectId }])
}

/** Opens a kept answer for the account whose it is. */
export function openKept(key: Uint8Array, accountId: string): (body: string) => string {
  return (body) => open(key, Buffer.from(body, 'base64'), Buffer.from(accountId)).toString()
}
