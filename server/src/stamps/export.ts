import type { Database } from '../base/db.js'
import { type NetworkInfo, proofOf } from '../ledger/proof.js'
import { presentDetails } from './present.js'
import { proofSubject } from './room.js'
import * as sql from './sql.js'

const atOnce = 200

const ownAfter = `${sql.columns}${sql.joined}
 WHERE s.account_id = $1 AND ($2::uuid IS NULL OR s.id < $2) ORDER BY s.id DESC LIMIT $3`

/** What is kept of a stamp, with its proof as far as its anchor has come. */
export interface ExportedStamp {
  code: string
  details: object
  proof: object
}

/** All stamps of an account, newest first; a few at a time are in memory. */
export async function* exportStamps(
  database: Database,
  network: NetworkInfo,
  accountId: string,
  emailVerified: boolean,
): AsyncGenerator<ExportedStamp, void> {
  for (let after: string | null = null; ; ) {
    const rows: sql.StampRow[] = await database.query<sql.StampRow>(ownAfter, [accountId, after, atOnce])
    for (const row of rows) {
      const details = { _id: row.id, clientId: row.client_id, ...presentDetails(row, emailVerified) }
      yield { code: row.code, details, proof: await proofOf(database, network, proofSubject(row)) }
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < atOnce) return
  }
}
