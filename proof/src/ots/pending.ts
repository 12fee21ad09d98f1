import { concat, concatAll, fromHex, utf8 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { BITCOIN_TAG } from './bitcoin.js'
import { encodeTimestamp, type OtsFinding, otsHead, readOts, varuint } from './codec.js'
import { chainOf } from './steps.js'

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

/** A calendar's promise about a digest. */
export type CalendarPromise = {
  /** Ask the calendar about this. */
  readonly commitment: Uint8Array
  /** Encoded steps from the digest to the commitment. */
  readonly steps: Uint8Array
}

/**
 * Reads a calendar's answer to a new digest: steps, one after the other, and at their end a promise.
 * @throws {@link ProofError} `malformed` or `unsupported`.
 */
export function readPromise(digest: Uint8Array, answer: Uint8Array): CalendarPromise {
  const [promise, ...others] = findingsOf(digest, answer)
  if (promise === undefined || others.length > 0 || toHex(promise.tag) !== PENDING_TAG) {
    throw new ProofError('malformed', "the calendar's answer isn't a single promise")
  }
  const length = 1 + promise.tag.length + varuint(promise.payload.length).length + promise.payload.length
  if (answer.length === length) throw new ProofError('malformed', "the calendar's answer has no steps")
  return { commitment: promise.message, steps: answer.slice(0, -length) }
}

/**
 * Returns the OpenTimestamps file of a digest, once the calendar has had its commitment attested in Bitcoin.
 * @param answer what the calendar says about the commitment.
 * @returns undefined until the attestation is in Bitcoin.
 * @throws {@link ProofError} `malformed` or `unsupported`.
 */
export function keptPromise(digest: Uint8Array, steps: Uint8Array, answer: Uint8Array): Uint8Array | undefined {
  const timestamp = concat(steps, answer)
  const isAttested = findingsOf(digest, timestamp).some(({ tag }) => toHex(tag) === BITCOIN_TAG)
  return isAttested ? concat(otsHead(digest), timestamp) : undefined
}

function findingsOf(digest: Uint8Array, timestamp: Uint8Array): OtsFinding[] {
  return readOts(concatAll([otsHead(digest), timestamp])).findings
}
