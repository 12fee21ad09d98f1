import { type Database, violatedConstraint } from '../../base/database/db.js'
import { apiError } from '../../http/errors.js'
import { parseCode } from '../code.js'
import * as sql from '../sql.js'

/** An owner's changes to a stamp's visibility; omitted fields stay. */
export interface Publication {
  isPrivate?: boolean
  publicDetails?: boolean
}

// The row keeps that it was stamped as private: its leaf is committed to that.
const publish = `
UPDATE stamps SET is_private = is_private AND NOT $3, was_private = was_private OR (is_private AND $3),
       details_public = coalesce($4, details_public)
 WHERE account_id = $1 AND id = $2`

/**
 * Makes a private stamp public, which is permanent, or publishes or hides its details.
 *
 * @throws {ApiError} 404 unless it is the account's own; 409 when the hash has a public stamp, or a public stamp should become
 * private
 */
export async function publishStamp(
  database: Database,
  accountId: string,
  text: string,
  { isPrivate, publicDetails }: Publication,
): Promise<sql.StampRow> {
  const code = parseCode(text)
  const read = async () => {
    const [row] = code ? await database.query<sql.StampRow>(sql.stampByCode, [code, accountId]) : []
    if (row?.account_id !== accountId) throw apiError('stamp_not_found')
    return row
  }
  const row = await read()
  if (isPrivate && !row.is_private) throw apiError('stamp_stays_public')
  const isOpened = isPrivate === false && row.is_private
  // A public stamp that failed gives way, as it does to a new one.
  if (isOpened) await database.execute(sql.giveWay, [[row.hash], []])
  try {
    await database.execute(publish, [accountId, row.id, isOpened, publicDetails ?? null])
  } catch (error) {
    if (violatedConstraint(error) === 'stamps_public_hash') throw apiError('hash_is_public')
    throw error
  }
  return read()
}
