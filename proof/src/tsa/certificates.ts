import { type BitString, fromBER } from 'asn1js'
import {
  type AlgorithmIdentifier,
  type BasicConstraints,
  Certificate,
  type ExtKeyUsage,
  type RelativeDistinguishedNames,
  RSAPublicKey,
} from 'pkijs'
import { fromBase64 } from '../encoding/base64.js'
import { ProofError } from '../errors.js'

const ID_KEY_USAGE = '2.5.29.15'
const ID_EXT_KEY_USAGE = '2.5.29.37'
const ID_BASIC_CONSTRAINTS = '2.5.29.19'
/** Extensions that a certificate may mark as critical (RFC 5280 §4.2): those above, names, constraints on names, policies, and where lists of revoked certificates are. */
const knownExtensions = new Set([
  ...[ID_KEY_USAGE, ID_EXT_KEY_USAGE, ID_BASIC_CONSTRAINTS],
  ...['2.5.29.17', '2.5.29.30', '2.5.29.31', '2.5.29.32', '2.5.29.33', '2.5.29.36', '2.5.29.54'],
])
/** Bits of keyUsage, from the first (RFC 5280 §4.2.1.3). */
const KEY_USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 }
/** Shorter keys have been factored, or soon are. */
const RSA_BITS_MIN = 2048
const ID_TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const ID_ANY_EXT_KEY_USAGE = '2.5.29.37.0'
const ID_COMMON_NAME = '2.5.4.3'

/** RSA (PKCS #1 v1.5) and ECDSA over SHA-256, SHA-384 or SHA-512. */
const signatureAlgorithms = [
  ...['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.12', '1.2.840.113549.1.1.13'],
  ...['1.2.840.10045.4.3.2', '1.2.840.10045.4.3.3', '1.2.840.10045.4.3.4'],
]

/**
 * Parses certificates in PEM, one or many; text around them is ignored.
 * @throws {@link ProofError} `malformed` when there are none, or one cannot be read.
 */
export function readCertificates(pem: string): Certificate[] {
  const blocks = pem.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]*-----END/g) ?? []
  if (blocks.length === 0) throw new ProofError('malformed', 'no certificate in PEM (-----BEGIN CERTIFICATE-----)')
  return blocks.map((block, at) => {
    try {
      const der = fromBase64(block.replace(/-----[^-]*-----|-----END/g, ''))
      return new Certificate({ schema: fromBER(der).result })
    } catch {
      throw new ProofError('malformed', `certificate ${at + 1} cannot be read`)
    }
  })
}

/** Returns a name for people: the common name, or else all its parts. */
export function nameText({ typesAndValues }: RelativeDistinguishedNames): string {
  const parts = typesAndValues.map(({ type, value }) => ({ type, text: String(value.valueBlock.value) }))
  const common = parts.find(({ type }) => type === ID_COMMON_NAME)
  return common?.text ?? parts.map(({ text }) => text).join(', ')
}

/** Returns why no certificate of this form may be in a chain, whatever it is for; undefined if it may (RFC 5280 §6.1). */
export function formProblem({ extensions = [], subjectPublicKeyInfo }: Certificate): string | undefined {
  if (extensions.some(({ critical, extnID }) => critical && !knownExtensions.has(extnID)))
    return 'has a critical extension that this verifier does not know'
  const key = subjectPublicKeyInfo.parsedKey
  if (!(key instanceof RSAPublicKey)) return undefined
  const [first = 0, ...rest] = withoutZeros(key.modulus.valueBlock.valueHexView)
  const bits = rest.length * 8 + 32 - Math.clz32(first)
  return bits < RSA_BITS_MIN ? `has a key that is too short: RSA of ${bits} bits` : undefined
}

/** Returns why a certificate may not sign timestamps (RFC 3161 §2.3); undefined if it may. */
export function signerProblem(certificate: Certificate): string | undefined {
  const bits = keyUsage(certificate)
  if (bits !== undefined) {
    const signing = KEY_USAGE.digitalSignature | KEY_USAGE.nonRepudiation
    if ((bits & ~signing) !== 0) return 'may do more than sign'
    if (bits === 0) return 'may not sign'
  }
  const usage = extension<ExtKeyUsage>(certificate, ID_EXT_KEY_USAGE)
  const purposes = usage?.value?.keyPurposes ?? []
  if (purposes.length !== 1 || purposes[0] !== ID_TIME_STAMPING) return 'is not for timestamping alone'
  return usage?.critical ? undefined : 'is for timestamping, but does not mark that as critical'
}

/** Returns why a certificate may not have issued the one before it in a chain; undefined if it may. */
export function issuerProblem(certificate: Certificate, certificatesBelow: number): string | undefined {
  const constraints = extension<BasicConstraints>(certificate, ID_BASIC_CONSTRAINTS)?.value
  const isAuthority = constraints?.cA === true && ((keyUsage(certificate) ?? 0xff) & KEY_USAGE.keyCertSign) !== 0
  if (!isAuthority) return 'may not issue certificates'
  const limit = constraints.pathLenConstraint
  if (typeof limit === 'number' && certificatesBelow > limit) return 'may not issue certificates of authorities'
  const purposes = extension<ExtKeyUsage>(certificate, ID_EXT_KEY_USAGE)?.value?.keyPurposes
  const fits = purposes?.some((purpose) => purpose === ID_TIME_STAMPING || purpose === ID_ANY_EXT_KEY_USAGE) ?? true
  return fits ? undefined : 'is not for timestamping'
}

/** Returns whether signatures of this algorithm are accepted. */
export function isAccepted({ algorithmId }: AlgorithmIdentifier): boolean {
  return signatureAlgorithms.includes(algorithmId)
}

/** Returns the bits of keyUsage, those past the eighth above them; undefined if the certificate doesn't restrict its key. */
function keyUsage(certificate: Certificate): number | undefined {
  const value = extension<BitString>(certificate, ID_KEY_USAGE)?.value
  if (value === undefined) return undefined
  const [first = 0, second = 0] = value.valueBlock.valueHexView
  return first | (second << 8)
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0))
}

function extension<Value>(certificate: Certificate, id: string) {
  const found = certificate.extensions?.find(({ extnID }) => extnID === id)
  return found && { critical: found.critical, value: found.parsedValue as Value | undefined }
}
