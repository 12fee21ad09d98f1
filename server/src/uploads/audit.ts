import type { Database } from '../base/database/db.js'
import type { Auditor } from '../base/room.js'
import { AuditError } from '../ledger/proofs/audit.js'

const wrongUsage = `
WITH counted AS (SELECT account_id, sum(size)::bigint AS bytes, count(*) AS uploads
                   FROM uploads WHERE file_id IS NULL GROUP BY 1)
SELECT account_id, coalesce(u.unfinished_bytes, 0)::bigint AS "keptBytes", coalesce(c.bytes, 0)::bigint AS bytes,
       coalesce(u.unfinished_uploads, 0)::bigint AS "keptUploads", coalesce(c.uploads, 0)::bigint AS uploads
  FROM account_usage u FULL JOIN counted c USING (account_id)
 WHERE coalesce(u.unfinished_bytes, 0) <> coalesce(c.bytes, 0)
    OR coalesce(u.unfinished_uploads, 0) <> coalesce(c.uploads, 0) LIMIT 1`

interface Wrong {
  account_id: string
  keptBytes: number
  bytes: number
  keptUploads: number
  uploads: number
}

/** Audits uploads: the counters of unfinished ones must match the rows. */
export function uploadAuditor(database: Database): Auditor {
  return {
    leaves: async () => new Map(),

    async totals() {
      const [wrong] = await database.query<Wrong>(wrongUsage)
      if (!wrong) return
      const { account_id, keptBytes, bytes, keptUploads, uploads } = wrong
      throw new AuditError(
        `account ${account_id}: its counters are ${keptUploads} unfinished uploads of ${keptBytes} bytes, but ${uploads} of ${bytes} bytes exist`,
      )
    },
  }
}
