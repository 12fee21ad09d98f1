import type { Database } from '../base/database/db.js'

/**
 * Disables an account: no one can log in to it, and its tokens end everywhere within 5 seconds, because a trigger announces the change
 * like a revocation. What it made public stays.
 *
 * @returns false when the account doesn't exist or is being erased
 */
export function disableAccount(db: Database, accountId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const sql = 'UPDATE accounts SET status = 0, updated_at = now() WHERE id = $1 AND NOT erasing'
    if ((await tx.execute(sql, [accountId])) === 0) return false
    // With a session alone, its holder could still change the password or add a passkey.
    await tx.execute('DELETE FROM portal_sessions WHERE user_id = $1', [accountId])
    return true
  })
}

/**
 * Enables a disabled account. Its clients and tokens work again, its sessions of the portal don't.
 *
 * @returns false when the account doesn't exist or is being erased
 */
export async function enableAccount(db: Database, accountId: string): Promise<boolean> {
  const sql = 'UPDATE accounts SET status = 1, updated_at = now() WHERE id = $1 AND NOT erasing'
  return (await db.execute(sql, [accountId])) > 0
}
