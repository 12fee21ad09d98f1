import { randomBytes } from 'node:crypto'
import { accountKeys } from '../../src/accounts/keys.js'
import { sealedByAccounts } from '../../src/accounts/sealed.js'
import type { Database, Queryable } from '../../src/base/database/db.js'
import { dismissOlder, noteProgress, progressOf } from '../../src/base/database/master-keys.js'
import { seal } from '../../src/base/ring.js'
import { sealedSecrets, secretKeysOf } from '../../src/webhooks/secret.js'

/** Re-seals with a new master key: a client's secret and a mail of the key before, and all else, which no key opens. */
export async function reseal(db: Queryable): Promise<void> {
  const older = randomBytes(32)
  const ring = [randomBytes(32), older] as const
  const { clientSecret, mail } = accountKeys(older)
  const text = Buffer.from('sealed')
  await db.execute("UPDATE clients SET secret_sealed = $1 WHERE id = 'client-1'", [seal(clientSecret, text)])
  const oldestMail = 'UPDATE portal_mails SET sealed = $1 WHERE id = (SELECT id FROM portal_mails ORDER BY id LIMIT 1)'
  await db.execute(oldestMail, [seal(mail, text)])
  // A session has all that the parts use of a database.
  const database = db as Database
  const parts = [...sealedByAccounts(database, accountKeys(ring)), ...sealedSecrets(database, secretKeysOf(ring))]
  for (const part of parts) {
    await part.count?.()
    await part.reseal(new AbortController().signal, async () => undefined)
  }
  await noteProgress(db, { part: 'plans', keyId: 'newest', resealed: 1, remaining: 0 })
  await progressOf(db)
  await dismissOlder(db, 'newest')
}
