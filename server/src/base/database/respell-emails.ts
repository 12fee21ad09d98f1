import type { Queryable } from './db.js'
import { canonicalEmail } from './email.js'

/**
 * Gives the accounts from before migration 0040 the one spelling of their address, in its transaction: an operator could create one with
 * an international domain as it was typed. One whose address has an account in that spelling too stays as it is, found by its ID.
 */
export async function respellEmails(tx: Queryable): Promise<void> {
  const typed = await tx.query<{ id: string; email: string }>(
    'SELECT id, email FROM accounts WHERE octet_length(email) > length(email) ORDER BY created_at, id',
  )
  for (const { id, email } of typed) {
    await tx.execute(
      'UPDATE accounts SET email = $2 WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts WHERE email = $2)',
      [id, canonicalEmail(email)],
    )
  }
}
