import { concat, fromHex, utf8 } from '../hash.js'
import { encodeTimestamp, varuint } from './codec.js'
import { chainOf } from './export.js'

/** Pending attestation: the calendar at this address will know more. */
export const PENDING_TAG = '83dfe30d2ef90c8e'

/**
 * Returns a calendar's answer to a new digest: the calendar appends the nonce, hashes, and promises to attest the result.
 * @param url the calendar's public address.
 */
export function pendingTimestamp(nonce: Uint8Array, url: string): Uint8Array {
  const address = utf8(url)
  const attestation = { tag: fromHex(PENDING_TAG), payload: concat(varuint(address.length), address) }
  const end = { attestations: [attestation], branches: [] }
  return encodeTimestamp(chainOf([{ kind: 'append', bytes: nonce }, { kind: 'sha256' }], end))
}
