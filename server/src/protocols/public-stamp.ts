import type { Queryable } from '../base/database/db.js'
import { getStampOfHash } from '../stamps/lookup/read.js'
import type { StampRow } from '../stamps/sql.js'

/** Not an account: sees only what is public. */
const anonymous = '00000000-0000-0000-0000-000000000000'

/** Returns the public stamp of a hash; null without one. */
export async function publicStamp(db: Queryable, hash: Buffer): Promise<StampRow | null> {
  try {
    return await getStampOfHash(db, anonymous, hash)
  } catch (error) {
    if ((error as { code?: string }).code !== 'stamp_not_found') throw error
    return null
  }
}
