import type { Database } from '../base/database/db.js'
import type { Auditor } from '../base/room.js'
import { entryLeaf } from '../ledger/entry.js'
import { AuditError } from '../ledger/proofs/audit.js'
import { detailsOf } from './details/fields.js'
import { erasedInBatch } from './erase.js'
import * as sql from './sql.js'

interface WrongCount {
  account_id: string
  kept: number
  counted: number
  kept_private: number
  counted_private: number
}

/** The stamps' part in an audit: each row must give its anchored leaf, and the counters must match the rows. */
export function stampAuditor(database: Database): Auditor {
  return {
    async leaves(batchId) {
      const rows = await database.query<sql.StampRow>(sql.commitments, [batchId])
      const erased = await database.query<{ leaf_index: number }>(erasedInBatch, [batchId])
      return new Map<number, Uint8Array | null>([
        ...erased.map(({ leaf_index }) => [leaf_index, null] as const),
        ...rows.map(
          (row) => [row.leaf_index, entryLeaf({ digest: row.hash, salt: row.salt, details: detailsOf(row) })] as const,
        ),
      ])
    },

    async totals() {
      const [stray] = await database.query<{ code: string; batch_id: string }>(sql.strayStamp)
      if (stray) throw new AuditError(`stamp ${stray.code}: its batch ${stray.batch_id} is missing`)
      const [first] = await database.query<WrongCount>(sql.wrongCounts)
      if (first && first.kept === first.counted) {
        throw new AuditError(
          `account ${first.account_id}: its counter is ${first.kept_private} private stamps, but ${first.counted_private} exist`,
        )
      }
      if (first) {
        throw new AuditError(
          `account ${first.account_id}: its counter is ${first.kept} stamps, but ${first.counted} exist`,
        )
      }
      for (const wrong of [sql.wrongDays, sql.wrongEndedDays]) {
        const [day] = await database.query<{ account_id: string; kept: number; counted: number }>(wrong)
        if (!day) continue
        throw new AuditError(
          `account ${day.account_id}: its counter of a day is ${day.kept} stamps, but ${day.counted} exist`,
        )
      }
      const [bytes] = await database.query<{ account_id: string; kind: string; kept: number; counted: number }>(
        sql.wrongBytes,
      )
      if (bytes) {
        throw new AuditError(
          `account ${bytes.account_id}: its counter is ${bytes.kept} bytes of ${bytes.kind}, but ${bytes.counted} exist`,
        )
      }
    },
  }
}
