import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../base/database/db.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { apiError } from '../../http/errors.js'
import { isOpenAccount } from '../owners.js'
import { tokenHashOf } from './token-hash.js'

// A download begins with a link that carries all it takes: a browser follows it without a header. Its items are chosen when it is made, so
// that a repeated download has the same ones.

/** Seconds in which a link works, as often as wanted. */
const lifeS = 600
/** Links that an account has at once: the oldest give way. */
const linksMax = 20

/** The form of an export; its kind says which route reads it. */
interface Kind {
  kind: 'stamps' | 'files'
}

/** A valid link. */
export type Link<Wanted extends Kind> = Wanted & {
  accountId: string
  /** IDs of the items, in their order. */
  ids: string[]
}

const insert = `
INSERT INTO export_links (token_hash, account_id, wanted, ids, expires_at)
VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second') RETURNING expires_at`

const keepNewest = `
DELETE FROM export_links WHERE account_id = $1 AND token_hash IN (
  SELECT token_hash FROM export_links WHERE account_id = $1 ORDER BY expires_at DESC OFFSET $2)`

const read = `
SELECT account_id AS "accountId", wanted, ids FROM export_links WHERE token_hash = $1 AND expires_at > now()`

/** Makes a link to the export of these items. */
export async function createLink<Wanted extends Kind>(
  database: Database,
  accountId: string,
  wanted: Wanted,
  ids: readonly string[],
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString('base64url')
  const [row] = await database.query<{ expires_at: Date }>(insert, [
    tokenHashOf(token),
    accountId,
    JSON.stringify(wanted),
    ids,
    lifeS,
  ])
  await database.execute(keepNewest, [accountId, linksMax])
  return { token, expiresAt: (row as { expires_at: Date }).expires_at }
}

/** Reads a link. @throws {ApiError} 403 when it has expired, is of another kind, or isn't one */
export async function readLink<Wanted extends Kind>(
  db: Queryable,
  token: string,
  kind: Wanted['kind'],
): Promise<Link<Wanted>> {
  const [row] = await db.query<{ accountId: string; ids: string[]; wanted: Wanted }>(read, [tokenHashOf(token)])
  // A closed account has no exports any more.
  if (row?.wanted.kind !== kind || !(await isOpenAccount(db, row.accountId))) throw apiError('link_expired')
  const { accountId, ids, wanted } = row
  return { ...wanted, accountId, ids }
}

/** Removes expired links. */
export function purgeLinks(db: Queryable, now: TrustedTime): Promise<number> {
  return db.execute('DELETE FROM export_links WHERE expires_at < $1', [now])
}
