import type { Database } from '../base/database/db.js'
import { deleteUploads } from './sql.js'

const batchSize = 100

const own = `
SELECT id FROM uploads WHERE account_id = $1 AND lock_until < clock_timestamp() LIMIT $2 FOR UPDATE SKIP LOCKED`

/** Erases an account's uploads. Returns whether all are gone: uploads that are being sent stay for the next call. */
export async function eraseUploads(database: Database, accountId: string): Promise<boolean> {
  for (;;) {
    const erased = await database.transaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(own, [accountId, batchSize])
      return deleteUploads(
        tx,
        rows.map(({ id }) => id),
      )
    })
    if (erased < batchSize) break
  }
  return (await database.query('SELECT 1 FROM uploads WHERE account_id = $1 LIMIT 1', [accountId])).length === 0
}
