import type { Certificate } from 'pkijs'
import { fromHex } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import type { ProofDocument } from '../format.js'
import type { CheckedToken } from '../trust/known-times.js'
import { verifyTimestamp } from './verify.js'

/** Reasons that leave a token open: another reader, or another version of this package, may come further. */
const open = ['authority', 'unsupported']

/**
 * Checks the timestamp tokens of a proof, for `verifyProof` to judge by.
 * @param authorities the certificates that the reader trusts, see `readCertificates`.
 * @example
 * const { proof } = verifyProof(json)
 * const times = proof ? await verifyWitnesses(proof, readCertificates(pem)) : []
 * const verdict = verifyProof(json, { digest, times })
 */
export async function verifyWitnesses(
  { witnesses = [] }: Pick<ProofDocument, 'witnesses'>,
  authorities: readonly Certificate[],
): Promise<CheckedToken[]> {
  const checked: CheckedToken[] = []
  for (const witness of witnesses) {
    if (witness.kind === 'rfc3161') checked.push(await checkToken(witness.token, witness.root, authorities))
  }
  return checked
}

async function checkToken(token: string, root: string, authorities: readonly Certificate[]): Promise<CheckedToken> {
  try {
    const facts = await verifyTimestamp(fromHex(token), { digest: fromHex(root) }, authorities)
    const { time, accuracyMs, authority, trustedAuthority, validUntil } = facts
    const certifier = authority === trustedAuthority ? {} : { certifiedBy: trustedAuthority }
    const source = { kind: 'authority', name: authority, ...certifier } as const
    const accuracy = accuracyMs === undefined ? {} : { accuracyMs }
    return { token, time, ...accuracy, validUntil, source }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return open.includes(error.code) ? { token, open: error.message } : { token, failure: error }
  }
}
