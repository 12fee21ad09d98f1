import type { JsonValue } from '@tallystick/proof'
import type { Session } from '../accounts/tokens/session.js'
import { stampType } from '../stamps/details/fields.js'
import type { Stamper } from '../stamps/recording/add.js'

/** A protocol's stamp, and its account. */
export interface Submitted {
  session: Pick<Session, 'accountId' | 'clientId' | 'name'>
  hash: Buffer
  type: keyof typeof stampType
  /** In the form of stamping v2. */
  metadata?: Record<string, JsonValue>
}

/** Makes a public stamp of a hash, unless there is one. Resolves once it is committed (I1). @throws {ApiError} 429 */
export async function recordHash({ pool, writer, quotas }: Stamper, submitted: Submitted): Promise<void> {
  const { session, hash, type, metadata } = submitted
  const { accountId, clientId, name: owner } = session
  const asked = quotas.acceptStamps(accountId, 1)
  if (asked) await asked
  await pool.submit(writer, {
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
}
