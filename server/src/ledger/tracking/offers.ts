import type { Queryable } from '../../base/database/db.js'
import { type FeePolicy, raisedFees } from '../../chain/fee.js'
import type { Fees } from '../../chain/sign.js'
import * as sql from '../sql.js'

/**
 * Returns fees for a new version of a transaction that beat all versions signed for its nonce. A node may hold one that isn't the
 * newest: a batch whose block is lost returns to the version in that block, while its nonce may have been filled with a dearer one.
 *
 * @param fees those that beat the newest version; returned where the cap leaves no room for more
 */
export async function beatingAll(
  database: Queryable,
  { batchId, nonce }: { batchId: string; nonce: number },
  fees: Fees,
  policy: FeePolicy,
): Promise<Fees> {
  const [offered] = await database.query<Fees>(sql.highestOffer, [batchId, nonce])
  return (offered && raisedFees(offered, fees, policy)) ?? fees
}
