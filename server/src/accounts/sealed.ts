import type { Database } from '../base/database/db.js'
import { type SealedPart, sealedColumn } from '../base/sealed.js'
import type { AccountKeys } from './keys.js'
import { sealedFactors } from './portal/factors.js'

/** Returns what this room keeps sealed with the master key. */
export function sealedByAccounts(database: Database, keys: AccountKeys): SealedPart[] {
  return [
    sealedColumn({
      name: 'client secrets',
      database,
      keys: keys.clientSecret,
      table: 'clients',
      id: { column: 'id', type: 'text' },
      column: 'secret_sealed',
      derived: { column: 'secret_hash', of: (secret) => keys.secretHash(secret.toString()) },
    }),
    sealedColumn({
      name: 'mails',
      database,
      keys: keys.mail,
      table: 'portal_mails',
      id: { column: 'id', type: 'uuid' },
      column: 'sealed',
    }),
    sealedFactors(database, keys.portal),
  ]
}
