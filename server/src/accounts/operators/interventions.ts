import { v7 as uuidv7 } from 'uuid'
import type { Queryable, Tx } from '../../base/database/db.js'

/** Longest reason, in characters. */
export const reasonMax = 500

/** Actions of an operator on an account. */
export const interventionKinds = ['disabled', 'enabled', 'operator_added', 'operator_removed'] as const
export type InterventionKind = (typeof interventionKinds)[number]

/** The operator who acts: an account in the portal, or a user of the operating system on the command line. */
export type Actor = { operatorId: string } | { person: string }

/** An action of an operator on an account, as kept. */
export interface Intervention {
  id: string
  kind: InterventionKind
  at: Date
  /** The user of the operating system; null when it was done in the portal. */
  person: string | null
  /** E-mail address of the operator in the portal; null on the command line, and once that account is erased. */
  operator: string | null
  reason: string | null
}

/** Records an action in the transaction that takes it. */
export async function recordIntervention(
  tx: Tx,
  accountId: string,
  kind: InterventionKind,
  by: Actor,
  reason: string | null = null,
): Promise<void> {
  const [operatorId, person] = 'person' in by ? [null, by.person] : [by.operatorId, null]
  await tx.execute(
    'INSERT INTO interventions (account_id, id, kind, operator_id, person, reason) VALUES ($1, $2, $3, $4, $5, $6)',
    [accountId, uuidv7(), kind, operatorId, person, reason],
  )
}

/** Reads the newest actions on an account, newest first. */
export async function interventionsOn(db: Queryable, accountId: string, limit: number): Promise<Intervention[]> {
  return db.query<Intervention>(
    `SELECT i.id, i.kind, i.at, i.person, i.reason, o.email AS operator
       FROM interventions i LEFT JOIN accounts o ON o.id = i.operator_id
      WHERE i.account_id = $1 ORDER BY i.id DESC LIMIT $2`,
    [accountId, limit],
  )
}
