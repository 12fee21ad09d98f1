import { Certificate, type GeneralName, RelativeDistinguishedNames } from 'pkijs'
import { equalBytes } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { nameText, signerProblem } from './certificates.js'
import { trustedIssuer } from './chain.js'
import { type Digest, digests } from './digests.js'
import { verifySignature } from './signature.js'
import { readToken, type Token } from './token.js'

const ID_SUBJECT_ALT_NAME = '2.5.29.17'
/** Its tag among the kinds of names (RFC 5280 §4.2.1.6). */
const DIRECTORY_NAME = 4

/** The file that a token should be about, or its digest if that is all there is. */
export type TimestampSubject = { readonly content: Uint8Array } | { readonly digest: Uint8Array }

/** The statement of an authority that the reader trusts: the subject existed at this time. */
export type TimestampFacts = {
  /** ISO 8601, UTC. */
  readonly time: string
  /** How far the time may be off, in milliseconds; absent when the authority does not say. */
  readonly accuracyMs?: number
  /** The name in the certificate that signed the token. */
  readonly authority: string
  /** The name of the trusted authority that stands behind it. */
  readonly trustedAuthority: string
  /** When the first certificate behind it expires, or did: ISO 8601, UTC. */
  readonly validUntil: string
  /** Hex. */
  readonly serialNumber: string
  readonly hashAlgorithm: Digest['name']
}

/**
 * Verifies a timestamp token of RFC 3161, bare or in an authority's response, without network or clock: imprint, signature, and
 * the chain of certificates as it was at the token's time. Policy and nonce don't matter to a reader; revocation isn't checked.
 * @param authorities the certificates that the reader trusts, see `readCertificates`.
 * @throws {@link ProofError} `malformed`; `unsupported` for an imprint or signature of another kind than SHA-2 with RSA or ECDSA;
 * `digest` when the token is about something else; `token` when it isn't what its signer signed; `authority` when no trusted
 * authority stands behind the signer, or none did at that time.
 */
export async function verifyTimestamp(
  bytes: Uint8Array,
  subject: TimestampSubject,
  authorities: readonly Certificate[],
): Promise<TimestampFacts> {
  return reading(verified(bytes, subject, authorities))
}

/**
 * Verifies what a requester can about a token before relying on it: imprint, nonce and signature. Whether anyone trusts the signer is
 * for readers to decide.
 * @param nonce of the request, hex.
 * @throws {@link ProofError} as {@link verifyTimestamp}; `token` when it answers another request.
 */
export async function verifyAnswer(
  bytes: Uint8Array,
  subject: TimestampSubject,
  nonce: string,
): Promise<Omit<TimestampFacts, 'trustedAuthority' | 'validUntil'>> {
  const { token, signer: _, known: __, ...facts } = await reading(signedToken(bytes, subject, []))
  const own = token.info.nonce?.valueBlock.valueHexView ?? new Uint8Array()
  if (toHex(own) !== nonce)
    throw new ProofError('token', 'the timestamp token answers another request: its nonce differs')
  return facts
}

/** @throws {@link ProofError} in place of the library's errors, which name its own classes, not what is wrong. */
async function reading<Value>(verifying: Promise<Value>): Promise<Value> {
  try {
    return await verifying
  } catch (error) {
    if (error instanceof ProofError) throw error
    throw new ProofError('malformed', 'the timestamp token cannot be read')
  }
}

async function verified(
  bytes: Uint8Array,
  subject: TimestampSubject,
  authorities: readonly Certificate[],
): Promise<TimestampFacts> {
  const { token, signer, known, ...facts } = await signedToken(bytes, subject, authorities)
  const { authority, validUntil } = await trustedIssuer(signer, known, authorities, token.time)
  return { ...facts, trustedAuthority: nameText(authority.subject), validUntil: validUntil.toISOString() }
}

/** Verifies a token but for the trust in its signer. */
async function signedToken(bytes: Uint8Array, subject: TimestampSubject, authorities: readonly Certificate[]) {
  const token = readToken(bytes)
  const hashAlgorithm = checkImprint(token, subject)
  const known = (token.signed.certificates ?? []).filter((one) => one instanceof Certificate)
  const signer = await verifySignature(token, [...known, ...authorities])
  const name = nameText(signer.subject)
  const problem = signerProblem(signer)
  if (problem) throw new ProofError('authority', `the certificate of ${name} ${problem}`)
  if (token.info.tsa !== undefined && !isNameOf(token.info.tsa, signer))
    throw new ProofError('token', 'the timestamp token names another authority than its signer')
  return {
    token,
    signer,
    known,
    time: token.time.toISOString(),
    ...(token.accuracyMs !== undefined && { accuracyMs: token.accuracyMs }),
    authority: name,
    serialNumber: toHex(token.info.serialNumber.valueBlock.valueHexView),
    hashAlgorithm,
  }
}

function checkImprint({ info }: Token, subject: TimestampSubject): Digest['name'] {
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const digest = digests[hashAlgorithm.algorithmId]
  if (digest === undefined) {
    throw new ProofError(
      'unsupported',
      'the timestamp token is about a digest that can be forged: only SHA-256, SHA-384 and SHA-512 are accepted',
    )
  }
  if (info.extensions?.some(({ critical }) => critical)) {
    throw new ProofError(
      'unsupported',
      'the timestamp token has a critical extension, which this verifier does not know',
    )
  }
  const own = new Uint8Array(hashedMessage.getValue())
  if (own.length !== digest.size) {
    throw new ProofError(
      'malformed',
      `the timestamp token holds a digest of ${own.length} bytes, which does not fit its algorithm, ${digest.name}`,
    )
  }
  const actual = 'content' in subject ? digest.hash(subject.content) : subject.digest
  if (!equalBytes(own, actual)) {
    throw new ProofError(
      'digest',
      `the timestamp token is about another file: its digest is ${toHex(own)}, not ${toHex(actual)}`,
    )
  }
  return digest.name
}

/** Returns whether a name is one of the certificate's (RFC 3161 §2.4.2): its subject, or an alternative name. */
function isNameOf({ type, value }: GeneralName, { subject, extensions = [] }: Certificate): boolean {
  const others = extensions.flatMap(({ extnID, parsedValue }) =>
    extnID === ID_SUBJECT_ALT_NAME ? ((parsedValue?.altNames ?? []) as GeneralName[]) : [],
  )
  return [{ type: DIRECTORY_NAME, value: subject }, ...others].some((other) => {
    if (other.type !== type) return false
    if (value instanceof RelativeDistinguishedNames) return value.isEqual(other.value)
    return typeof value === 'string' && value === other.value
  })
}
