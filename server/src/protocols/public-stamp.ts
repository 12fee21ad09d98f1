import type { Queryable } from '../base/db.js'
import { getStamp } from '../stamps/read.js'
import type { StampRow } from '../stamps/sql.js'

/** Not an account: sees only what is public. */
const anonymous = '00000000-0000-0000-0000-000000000000'

/** Returns the public stamp of a hash; null when there is none. */
export async function publicStamp(db: Queryable, hash: Buffer): Promise<StampRow | null> {
  try {
    const row = await getStamp(db, anonymous, hash.toString('hex'))
    // Without such a stamp, a transaction of the same ID is found.
    return row.hash.equals(hash) ? row : null
  } catch (error) {
    if ((error as { code?: string }).code !== 'stamp_not_found') throw error
    return null
  }
}
