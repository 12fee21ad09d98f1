import { fromBER, type Integer, Null, ObjectIdentifier } from 'asn1js'
import { TimeStampReq } from 'pkijs'
import { isDer } from './der.js'

/** Why a timestamp is refused: the bit of PKIFailureInfo (RFC 3161 §2.4.2), and words. */
export interface Refusal {
  failure: keyof typeof failureBits
  reason: string
}

export const failureBits = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const

/** A request that can be granted. */
export interface TimestampRequest {
  /** The object identifier of the digest. */
  algorithm: string
  hash: Buffer
  nonce: Integer | undefined
  /** Whether the token should hold the certificates. */
  withCertificates: boolean
}

/** Bytes of the accepted digests, by object identifier: SHA-256, SHA-384, SHA-512. */
const digestBytes: Readonly<Record<string, number>> = {
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
}
const nonceBytesMax = 64

/**
 * Parses a request (RFC 3161 §2.4.1).
 *
 * @param policy the only policy that is granted
 */
export function readRequest(der: Uint8Array, policy: string): TimestampRequest | Refusal {
  const asked = parse(der)
  if (asked === null) return refusal('badDataFormat', 'The request is not a TimeStampReq in DER.')
  const { version, messageImprint, reqPolicy, nonce, certReq, extensions } = asked
  if (version !== 1) return refusal('badRequest', 'Only version 1 of the protocol is supported.')
  const { algorithmId: algorithm, algorithmParams } = messageImprint.hashAlgorithm
  const length = digestBytes[algorithm]
  if (length === undefined || (algorithmParams !== undefined && !(algorithmParams instanceof Null))) {
    return refusal(
      'badAlg',
      'Only SHA-256, SHA-384 and SHA-512 are accepted: others can be forged or are not supported.',
    )
  }
  const hash = Buffer.from(messageImprint.hashedMessage.getValue())
  if (hash.length !== length) return refusal('badDataFormat', 'The digest does not have the length of its algorithm.')
  if (reqPolicy !== undefined && reqPolicy !== asRead(policy))
    return refusal('unacceptedPolicy', `The only policy is ${policy}.`)
  if (extensions !== undefined) return refusal('unacceptedExtension', 'No extension is supported.')
  if (nonce && nonce.valueBlock.valueHexView.length > nonceBytesMax) {
    return refusal('badDataFormat', `The nonce is longer than ${nonceBytesMax} bytes.`)
  }
  return { algorithm, hash, nonce, withCertificates: certReq ?? false }
}

function parse(der: Uint8Array): TimeStampReq | null {
  if (!isDer(der)) return null
  try {
    return new TimeStampReq({ schema: fromBER(der).result })
  } catch {
    // The library throws when a part has another form.
    return null
  }
}

/** Returns an object identifier as the library gives it when it reads one: long arcs in hex. */
function asRead(oid: string): string {
  return (fromBER(new ObjectIdentifier({ value: oid }).toBER()).result as ObjectIdentifier).getValue()
}

function refusal(failure: Refusal['failure'], reason: string): Refusal {
  return { failure, reason }
}
