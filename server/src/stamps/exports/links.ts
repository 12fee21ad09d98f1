import { createHash, randomBytes } from 'node:crypto'
import { isOpenAccount } from '../../accounts/owners.js'
import type { Database, Queryable } from '../../base/database/db.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { apiError } from '../../http/errors.js'
import type { Language } from '../../texts/languages.js'

// A download begins with a link that carries all it takes: a browser follows it without a header. The stamps are chosen when it is made, so
// that a repeated download has the same ones.

/** Seconds in which a link works, as often as wanted. */
const lifeS = 600
/** Links that an account has at once: the oldest give way. */
const linksMax = 20

/** Forms of an export. */
export const exportFormats = ['zip', 'csv', 'xlsx', 'pdf'] as const
/** Forms of a proof in an archive. */
export const proofParts = ['pdf', 'html', 'json', 'ots'] as const

/** The form of an export. */
export interface WantedExport {
  format: (typeof exportFormats)[number]
  parts: (typeof proofParts)[number][]
  language: Language
  /** The run whose folders documents are in; by default, the newest run of each. */
  run: string | null
}

/** A valid link. */
export interface ExportLink extends WantedExport {
  accountId: string
  /** IDs of the stamps, in their order. */
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

/** Makes a link to the export of these stamps. */
export async function createLink(
  database: Database,
  accountId: string,
  wanted: WantedExport,
  ids: readonly string[],
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString('base64url')
  const [row] = await database.query<{ expires_at: Date }>(insert, [
    hashOf(token),
    accountId,
    JSON.stringify(wanted),
    ids,
    lifeS,
  ])
  await database.execute(keepNewest, [accountId, linksMax])
  return { token, expiresAt: (row as { expires_at: Date }).expires_at }
}

/** Reads a link. @throws {ApiError} 403 when it has expired, or isn't one */
export async function readLink(db: Queryable, token: string): Promise<ExportLink> {
  const [row] = await db.query<Pick<ExportLink, 'accountId' | 'ids'> & { wanted: WantedExport }>(read, [hashOf(token)])
  // A closed account has no exports any more.
  if (row === undefined || !(await isOpenAccount(db, row.accountId))) throw apiError('link_expired')
  const { accountId, ids, wanted } = row
  return { accountId, ids, ...wanted }
}

/** Removes expired links. */
export function purgeLinks(db: Queryable, now: TrustedTime): Promise<number> {
  return db.execute('DELETE FROM export_links WHERE expires_at < $1', [now])
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
