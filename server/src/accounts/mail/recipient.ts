import type { Queryable } from '../../base/database/db.js'
import type { Language } from '../../texts/languages.js'
import { openAccount } from '../sql.js'

/** Where an account's mails go, and which of them its owner wants. */
export interface Recipient {
  email: string
  name: string
  language: Language
  /** Whether to mail when a run is final. */
  receipts: boolean
}

/** Reads the recipient of an open account whose address is confirmed. */
export async function recipientOf(db: Queryable, accountId: string): Promise<Recipient | undefined> {
  const rows = await db.query<Recipient>(
    `SELECT a.email, a.name, a.language, a.receipts FROM accounts a
     WHERE a.id = $1 AND a.email_verified AND ${openAccount}`,
    [accountId],
  )
  return rows[0]
}
