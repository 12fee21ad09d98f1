import type { Queryable } from '../base/database/db.js'
import { inSlices } from '../base/database/slices.js'
import { firstUuid, lastUuid } from '../base/ids.js'

// The answers of the timestamping authority, which are a form of the proof of a stamp.

/** A granted timestamp. */
export interface TokenRow {
  /** The serial number, as a UUIDv7, whose time is that of the token. */
  serial: string
  hash: Buffer
  /** The answer to the client: TimeStampResp (RFC 3161 §2.4.2), DER. */
  response: Buffer
}

export async function insertToken(db: Queryable, accountId: string, row: TokenRow): Promise<void> {
  const sql = 'INSERT INTO timestamp_tokens (serial, account_id, hash, response) VALUES ($1, $2, $3, $4)'
  await db.execute(sql, [row.serial, accountId, row.hash, row.response])
}

export async function tokenBySerial(db: Queryable, serial: string): Promise<TokenRow | undefined> {
  return (
    await db.query<TokenRow>('SELECT serial, hash, response FROM timestamp_tokens WHERE serial = $1', [serial])
  )[0]
}

/** Returns the token that a stamp of a hash is for: the one whose response has this hash, else the first one about it. */
export async function tokenOfStamp(db: Queryable, hash: Uint8Array): Promise<TokenRow | undefined> {
  const select = 'SELECT serial, hash, response FROM timestamp_tokens'
  const [own] = await db.query<TokenRow>(`${select} WHERE sha256(response) = $1 LIMIT 1`, [hash])
  return own ?? (await db.query<TokenRow>(`${select} WHERE hash = $1 ORDER BY serial LIMIT 1`, [hash]))[0]
}

/** Returns an account's tokens, newest first, from before a serial number on. */
export async function tokensOf(
  db: Queryable,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<TokenRow[]> {
  // Pairs, because only the account's index gives their order: for an account with few tokens, those of all were read.
  const sql = `SELECT serial, hash, response FROM timestamp_tokens
    WHERE (account_id, serial) >= ($1::uuid, '${firstUuid}') AND (account_id, serial) < ($1::uuid, $2::uuid)
    ORDER BY account_id DESC, serial DESC LIMIT $3`
  return db.query<TokenRow>(sql, [accountId, before ?? lastUuid, limit])
}

const erasedAtOnce = 500

/** Erases an account's tokens. */
export async function eraseTokens(db: Queryable, accountId: string): Promise<true> {
  const sql = `WITH erased AS (DELETE FROM timestamp_tokens WHERE serial = ANY (ARRAY(
    SELECT serial FROM timestamp_tokens
     WHERE (account_id, serial) >= ($1::uuid, $2::uuid) AND (account_id, serial) <= ($1::uuid, '${lastUuid}')
     ORDER BY account_id, serial LIMIT $3)) RETURNING serial)
    SELECT count(*)::int AS rows, max(serial::text) AS last FROM erased`
  await inSlices(db, sql, [accountId], firstUuid, erasedAtOnce)
  return true
}
