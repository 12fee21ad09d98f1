import { randomBytes, randomInt } from 'node:crypto'
import type { Database, Queryable } from '../../base/database/db.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { apiError } from '../../http/errors.js'
import type { AccountKeys } from '../keys.js'
import { isOpen, lockAccount } from '../sql.js'
import { tokenHashOf } from '../tokens/token-hash.js'
import { addClientIn, type Credentials, type NetworkKind, refuseTooMany } from './client.js'

// A device login (RFC 8628): a program asks for two codes, shows one to its person, who approves it in the portal, and fetches an API
// client of its own with the other. So no secret key is copied by hand. A request goes one way:
//
//   waiting → approved → taken
//           → denied
//
// and ends ten minutes after it was made, whatever its state.

/** Seconds in which a request is approved and its client fetched. */
export const deviceRequestS = 600
/** Seconds that a device waits between polls. */
export const pollIntervalS = 2
/** Polls may arrive a little closer together than they were sent. */
const pollToleranceS = 0.5
/** Requests at once, of all devices. The upkeep deletes expired ones hourly, so the table holds at most seven times as many. */
export const deviceRequestsMax = 10_000
const deviceNameMax = 64

/** Consonants (RFC 8628 §6.1): a code spells no word, and no letter looks like a digit. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8
const userCode = new RegExp(`^[${letters}]{${codeLength}}$`)

/** The codes of a new request: one for the device alone, one for its person to type. */
export interface DeviceCodes {
  deviceCode: string
  userCode: string
}

/** A request as its person sees it in the portal. */
export interface DeviceRequest {
  userCode: string
  name: string
  requestedAt: Date
  expiresAt: Date
}

/** Handed to a device once: its API client, and whose it is. */
export interface ConnectedDevice extends Credentials {
  /** Name of the account. */
  name: string
  email: string
}

/** Makes the name of a device fit to be shown: one line, without signs that are invisible or change the direction of text. */
export function deviceName(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return [...line].slice(0, deviceNameMax).join('').trim()
}

/** Returns a user code as people read it. */
function shownUserCode(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

/** Reads a user code as people type it: in any case, with or without the dash. Returns undefined when it can't be one. */
export function userCodeOf(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return userCode.test(code) ? code : undefined
}

/**
 * Records the request of a device.
 *
 * @throws {ApiError} 429 when too many wait
 */
export async function requestDevice(db: Queryable, name: string): Promise<DeviceCodes> {
  const [{ requests } = { requests: 0 }] = await db.query<{ requests: number }>(
    `SELECT count(*) AS requests FROM (SELECT FROM device_requests WHERE expires_at > now() LIMIT $1) AS d`,
    [deviceRequestsMax],
  )
  if (requests >= deviceRequestsMax) throw apiError('too_many_devices')
  const deviceCode = `dc_${randomBytes(32).toString('base64url')}`
  // Of 20^8 codes, 10,000 are in use at most: a third attempt is as good as never made.
  for (let attempt = 0; attempt < 3; attempt++) {
    const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
    const inserted = await db.execute(
      `INSERT INTO device_requests (user_code, device_hash, name, expires_at)
       VALUES ($1, $2, $3, now() + $4 * interval '1 second') ON CONFLICT (user_code) DO NOTHING`,
      [code, tokenHashOf(deviceCode), name, deviceRequestS],
    )
    if (inserted > 0) return { deviceCode, userCode: shownUserCode(code) }
  }
  throw apiError('unavailable')
}

/** Reads a request that waits for a decision. */
export async function waitingDevice(db: Queryable, code: string): Promise<DeviceRequest | undefined> {
  const [row] = await db.query<DeviceRequest>(
    `SELECT user_code AS "userCode", name, requested_at AS "requestedAt", expires_at AS "expiresAt"
     FROM device_requests WHERE user_code = $1 AND approved IS NULL AND expires_at > now()`,
    [code],
  )
  return row && { ...row, userCode: shownUserCode(row.userCode) }
}

/**
 * Approves or denies a request. A decision is final, but its account may repeat it, since an answer can be lost.
 *
 * @returns false when no request waits with this code; a request that another account decided looks the same
 * @throws {ApiError} 409 when the account has no room for another client: its person learns it here, not the device
 */
export async function decideDevice(
  db: Database,
  accountId: string,
  code: string,
  isApproved: boolean,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const decided = await tx.execute(
      `UPDATE device_requests SET account_id = $2, approved = $3
       WHERE user_code = $1 AND expires_at > now()
         AND (approved IS NULL OR (account_id = $2 AND approved = $3 AND taken_at IS NULL))`,
      [code, accountId, isApproved],
    )
    if (decided === 0) return false
    if (isApproved) await refuseTooMany(tx, accountId)
    return true
  })
}

/**
 * Gives an approved device its API client, which is created in the transaction that marks the request taken.
 *
 * Exactly once. If the answer is lost, the next poll finds the request taken, and its person logs in again; the client that no one
 * has the key of is in the portal's list, to be revoked. Repeating the answer would be possible, since keys are also kept encrypted,
 * but the device code would then open a secret for as long as the request lasts, and two programs could hold it unnoticed.
 *
 * @returns null when no request has this code, or it has expired or was taken
 * @throws {ApiError} 400 while it waits, and when it was denied; 409 when the account has too many clients
 */
export async function takeDevice(
  db: Database,
  keys: AccountKeys,
  kind: NetworkKind,
  deviceCode: string,
): Promise<ConnectedDevice | null> {
  const hash = tokenHashOf(deviceCode)
  const request = await openRequest(db, hash)
  if (request === undefined) return null
  if (request.approved === null) {
    throw apiError((await pollInTime(db, hash)) ? 'authorization_pending' : 'slow_down')
  }
  if (!request.approved) throw apiError('access_denied')
  return db.transaction(async (tx) => {
    // The row's lock lets one of several polls through.
    const [taken] = await tx.query<{ accountId: string; name: string }>(
      `UPDATE device_requests SET taken_at = now()
       WHERE device_hash = $1 AND approved AND taken_at IS NULL AND expires_at > now()
       RETURNING account_id AS "accountId", name`,
      [hash],
    )
    if (taken === undefined) return null
    const account = await lockAccount(tx, taken.accountId)
    // Closed since it approved.
    if (account === undefined || !isOpen(account)) throw apiError('access_denied')
    const { clientId, secretKey } = await addClientIn(tx, keys, kind, account.id, taken.name)
    return { clientId, secretKey, name: account.name, email: account.email }
  })
}

/** Deletes the requests that have expired. */
export async function deleteExpiredDevices(db: Queryable, now: TrustedTime): Promise<void> {
  await db.execute('DELETE FROM device_requests WHERE expires_at < $1', [now])
}

async function openRequest(db: Queryable, hash: Buffer): Promise<{ approved: boolean | null } | undefined> {
  const rows = await db.query<{ approved: boolean | null }>(
    'SELECT approved FROM device_requests WHERE device_hash = $1 AND taken_at IS NULL AND expires_at > now()',
    [hash],
  )
  return rows[0]
}

/** Records a poll, unless it came too soon: of polls at once, one is in time. */
async function pollInTime(db: Queryable, hash: Buffer): Promise<boolean> {
  const recorded = await db.execute(
    `UPDATE device_requests SET polled_at = now()
     WHERE device_hash = $1 AND (polled_at IS NULL OR polled_at > now() OR polled_at < now() - $2 * interval '1 second')`,
    [hash, pollIntervalS - pollToleranceS],
  )
  return recorded > 0
}
