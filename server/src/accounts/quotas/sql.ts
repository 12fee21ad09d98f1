import type { Queryable } from '../../base/database/db.js'
import type { Limits } from '../settings.js'

/** An account's usage. */
export interface Usage {
  /** Of files, and of what is kept in the database. */
  storedBytes: number
  unfinishedBytes: number
  unfinishedUploads: number
  /** Stamps of the database's UTC day. */
  stamps: number
  /** The day itself, in days since 1970, and how much of it is left, in milliseconds. */
  day: number
  dayLeftMs: number
}

/** Limits of one account; null where the settings apply. */
export type OwnLimits = { [Name in keyof Limits]: number | null }

type Row = Usage & OwnLimits

// Triggers keep account_usage and account_bytes in the transactions that change them; each batch counts its stamps. See
// 0041_batch_days.sql and 0035_kept_bytes.sql.

/** Returns the bytes that an account stores, as an expression: its files, and what is kept in the database. */
export const storedBytesOf = (id: string) => `
  (coalesce((SELECT s.stored_bytes FROM account_usage s WHERE s.account_id = ${id}), 0)
   + (SELECT coalesce(sum(b.bytes), 0) FROM account_bytes b WHERE b.account_id = ${id}))::bigint`

const read = `
SELECT ${storedBytesOf('a.id')} AS "storedBytes",
       coalesce(u.unfinished_bytes, 0)::bigint AS "unfinishedBytes",
       coalesce(u.unfinished_uploads, 0)::bigint AS "unfinishedUploads",
       (SELECT coalesce(sum(today), 0) FROM stamp_counts k WHERE k.account_id = $1 AND k.day = day_now())::bigint AS stamps,
       day_now() AS day, (86400000 - mod(extract(epoch FROM now()) * 1000, 86400000))::float8 AS "dayLeftMs",
       l.storage_bytes AS "storageBytes", l.unfinished_bytes AS "unfinishedMax", l.stamps_per_day AS "stampsPerDay",
       l.bulk_items AS "bulkItems"
  FROM (SELECT $1::uuid AS id) a
  LEFT JOIN account_usage u ON u.account_id = a.id
  LEFT JOIN account_limits l ON l.account_id = a.id`

/**
 * Reads what an account uses, and its own limits. Within a transaction that changed the usage, nothing else can change it before the
 * transaction ends: its row is locked.
 */
export async function readUsage(db: Queryable, accountId: string): Promise<{ usage: Usage; own: OwnLimits }> {
  const [row] = await db.query<
    Omit<Row, 'unfinishedBytes'> & { unfinishedBytes: number; unfinishedMax: number | null }
  >(read, [accountId])
  if (!row) throw new Error('a query without conditions found nothing')
  const { storedBytes, unfinishedBytes, unfinishedUploads, stamps, day, dayLeftMs } = row
  const { storageBytes, unfinishedMax, stampsPerDay, bulkItems } = row
  return {
    usage: { storedBytes, unfinishedBytes, unfinishedUploads, stamps, day, dayLeftMs },
    own: { storageBytes, unfinishedBytes: unfinishedMax, stampsPerDay, bulkItems },
  }
}

const write = `
INSERT INTO account_limits (account_id, storage_bytes, unfinished_bytes, stamps_per_day, bulk_items) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (account_id) DO UPDATE SET storage_bytes = excluded.storage_bytes, unfinished_bytes = excluded.unfinished_bytes,
       stamps_per_day = excluded.stamps_per_day, bulk_items = excluded.bulk_items`

/** Sets the limits of one account. */
export async function writeLimits(db: Queryable, accountId: string, own: OwnLimits): Promise<void> {
  await db.execute(write, [accountId, own.storageBytes, own.unfinishedBytes, own.stampsPerDay, own.bulkItems])
}
