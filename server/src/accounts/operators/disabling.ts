import type { Database } from '../../base/database/db.js'
import { type Actor, recordIntervention } from './interventions.js'

/** `unchanged`: it was so already. `closed`: the account doesn't exist or is being erased. */
export type Changed = 'changed' | 'unchanged' | 'closed'

/**
 * Disables an account: no one can log in to it, and its tokens end everywhere within 5 seconds, because a trigger announces the change
 * like a revocation. What it made public stays, and stamps that were answered are finished.
 */
export function disableAccount(db: Database, accountId: string, by: Actor, reason: string | null): Promise<Changed> {
  return setStatus(db, accountId, 0, by, reason)
}

/** Enables a disabled account. Its clients and tokens work again, its sessions of the portal don't. */
export function enableAccount(db: Database, accountId: string, by: Actor, reason: string | null): Promise<Changed> {
  return setStatus(db, accountId, 1, by, reason)
}

function setStatus(db: Database, accountId: string, status: 0 | 1, by: Actor, reason: string | null): Promise<Changed> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<{ status: number }>(
      'SELECT status FROM accounts WHERE id = $1 AND NOT erasing FOR UPDATE',
      [accountId],
    )
    const [row] = rows
    if (row === undefined) return 'closed'
    if (row.status === status) return 'unchanged'
    await tx.execute('UPDATE accounts SET status = $2, updated_at = now() WHERE id = $1', [accountId, status])
    // With a session alone, its holder could still change the password or add a passkey.
    if (status === 0) await tx.execute('DELETE FROM portal_sessions WHERE user_id = $1', [accountId])
    await recordIntervention(tx, accountId, status === 0 ? 'disabled' : 'enabled', by, reason)
    return 'changed'
  })
}
