import type { JsonValue } from '@tallystick/proof'
import type { AddressShares } from '../accounts/quotas/address-shares.js'
import { isAnonymous } from '../accounts/tokens/callers.js'
import type { Session } from '../accounts/tokens/session.js'
import { stampType } from '../stamps/details/fields.js'
import type { Stamper } from '../stamps/recording/add.js'

/** A protocol's stamp, its account, and the address it comes from. */
interface Submitted {
  session: Pick<Session, 'accountId' | 'clientId' | 'name'>
  ip: string
  hash: Buffer
  type: keyof typeof stampType
  /** In the form of stamping v2. */
  metadata?: Record<string, JsonValue>
  /** Of what is kept with it. */
  bytes?: number
}

/**
 * Makes a public stamp of a hash, unless there is one. Resolves once it is committed (I1), with false when the hash had been stamped.
 *
 * @throws {ApiError} 429, 507
 */
export type RecordHash = (submitted: Submitted) => Promise<boolean>

/** Returns what records the stamps of protocols: those without a login within the share of their address. */
export function hashRecorder(stamper: Stamper, shares: AddressShares): RecordHash {
  return async (submitted) => {
    const { session, ip } = submitted
    const giveBack = isAnonymous(session) ? shares.take(session.accountId, ip) : undefined
    let isNew = false
    try {
      isNew = await recordHash(stamper, submitted)
    } finally {
      if (!isNew) giveBack?.()
    }
    return isNew
  }
}

async function recordHash({ pool, writer, quotas }: Stamper, submitted: Submitted): Promise<boolean> {
  const { session, hash, type, metadata, bytes } = submitted
  const { accountId, clientId, name: owner } = session
  const asked = quotas.acceptStamps(accountId, 1, bytes)
  if (asked) await asked
  const { receipt } = await pool.submit(writer, {
    accountId,
    clientId,
    owner,
    version: 2,
    hash,
    type: stampType[type],
    filename: undefined,
    claim: undefined,
    ...(metadata && { metadata: [metadata] }),
  })
  return receipt.outcome !== 'found'
}
