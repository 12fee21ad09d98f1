import { fromBER } from 'asn1js'
import {
  type AlgorithmIdentifier,
  type BasicConstraints,
  Certificate,
  type ExtKeyUsage,
  type RelativeDistinguishedNames,
} from 'pkijs'
import { ProofError } from '../errors.js'

const ID_EXT_KEY_USAGE = '2.5.29.37'
const ID_BASIC_CONSTRAINTS = '2.5.29.19'
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
      const text = atob(block.replace(/-----[^-]*-----|-----END/g, '').replace(/\s/g, ''))
      const der = Uint8Array.from(text, (character) => character.charCodeAt(0))
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

/** Returns why a certificate may not sign timestamps (RFC 3161 §2.3); undefined if it may. */
export function signerProblem(certificate: Certificate): string | undefined {
  const usage = extension<ExtKeyUsage>(certificate, ID_EXT_KEY_USAGE)
  const purposes = usage?.value?.keyPurposes ?? []
  if (purposes.length !== 1 || purposes[0] !== ID_TIME_STAMPING) return 'is not for timestamping alone'
  return usage?.critical ? undefined : 'is for timestamping, but does not mark that as critical'
}

/** Returns why a certificate may not have issued the one before it in a chain; undefined if it may. */
export function issuerProblem(certificate: Certificate, certificatesBelow: number): string | undefined {
  const limit = extension<BasicConstraints>(certificate, ID_BASIC_CONSTRAINTS)?.value?.pathLenConstraint
  if (typeof limit === 'number' && certificatesBelow > limit) return 'may not issue certificates of authorities'
  const purposes = extension<ExtKeyUsage>(certificate, ID_EXT_KEY_USAGE)?.value?.keyPurposes
  const fits = purposes?.some((purpose) => purpose === ID_TIME_STAMPING || purpose === ID_ANY_EXT_KEY_USAGE) ?? true
  return fits ? undefined : 'is not for timestamping'
}

/** Returns whether signatures of this algorithm are accepted. */
export function isAccepted({ algorithmId }: AlgorithmIdentifier): boolean {
  return signatureAlgorithms.includes(algorithmId)
}

function extension<Value>(certificate: Certificate, id: string) {
  const found = certificate.extensions?.find(({ extnID }) => extnID === id)
  return found && { critical: found.critical, value: found.parsedValue as Value | undefined }
}
