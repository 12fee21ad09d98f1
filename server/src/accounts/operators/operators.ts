import type { onRequestAsyncHookHandler } from 'fastify'
import type { Database, Queryable } from '../../base/database/db.js'
import { apiError } from '../../http/errors.js'
import { openAccount } from '../sql.js'
import { isPerson } from '../tokens/token.js'
import type { Changed } from './disabling.js'
import { type Actor, recordIntervention } from './interventions.js'

/** Returns whether the account is open and an operator. */
export async function isOpenOperator(db: Queryable, accountId: string): Promise<boolean> {
  const sql = `SELECT FROM accounts a WHERE a.id = $1 AND a.is_operator AND ${openAccount}`
  return (await db.query(sql, [accountId])).length > 0
}

/** Makes an account an operator, or an operator an ordinary account. Takes effect with the next request. */
export function setOperator(db: Database, accountId: string, isOperator: boolean, by: Actor): Promise<Changed> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ isOperator: boolean }>(
      'SELECT is_operator AS "isOperator" FROM accounts WHERE id = $1 AND NOT erasing FOR UPDATE',
      [accountId],
    )
    if (row === undefined) return 'closed'
    if (row.isOperator === isOperator) return 'unchanged'
    const sql = 'UPDATE accounts SET is_operator = $2, updated_at = now() WHERE id = $1'
    await tx.execute(sql, [accountId, isOperator])
    await recordIntervention(tx, accountId, isOperator ? 'operator_added' : 'operator_removed', by)
    return 'changed'
  })
}

/**
 * Returns an `onRequest` hook for the operator's page: a portal session of an operator. To everyone else, API clients of operators
 * included, the page doesn't exist. Comes after the hook that sets the session.
 */
export function operatorsOnly(db: Queryable): onRequestAsyncHookHandler {
  return async ({ session }) => {
    if (!isPerson(session) || !(await isOpenOperator(db, session.accountId))) throw apiError('not_found')
  }
}
