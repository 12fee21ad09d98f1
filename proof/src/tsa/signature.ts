import { sha1 } from '@noble/hashes/legacy.js'
import { Any, type BaseBlock, compareSchema, Integer, ObjectIdentifier, OctetString, Repeated, Sequence } from 'asn1js'
import {
  type Certificate,
  GeneralNames,
  getCrypto,
  IssuerAndSerialNumber,
  RelativeDistinguishedNames,
  type SignerInfo,
} from 'pkijs'
import { equalBytes, sha256 } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { isAccepted } from './certificates.js'
import { digests } from './digests.js'
import type { Token } from './token.js'

const ID_CONTENT_TYPE = '1.2.840.113549.1.9.3'
const ID_MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const ID_RSA_ENCRYPTION = '1.2.840.113549.1.1.1'
/** The certificate that the signer meant, by its SHA-1 (RFC 2634) or another digest (RFC 5035). */
const ID_SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const ID_SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

const signingCertificate = new Sequence({
  value: [
    new Sequence({ value: [new Repeated({ name: 'certificates', value: new Sequence({ value: [new Any()] }) })] }),
    new Any({ optional: true }),
  ],
})
const certificateId = new Sequence({
  value: [
    new Sequence({ optional: true, value: [new ObjectIdentifier({ name: 'algorithm' }), new Any({ optional: true })] }),
    new OctetString({ name: 'hash' }),
    new Any({ name: 'issuerSerial', optional: true }),
  ],
})

/**
 * Verifies the signature of a token (RFC 5652 §5.6) and that its signed attributes name the signer's certificate (RFC 5816).
 * @param known certificates among which the signer's is, from the token or the reader.
 * @returns the signer's certificate, which may be anyone's: see `trustedIssuer`.
 * @throws {@link ProofError} `token`, `malformed`, or `unsupported`.
 */
export async function verifySignature(token: Token, known: readonly Certificate[]): Promise<Certificate> {
  const engine = getCrypto()
  if (engine === null) throw new ProofError('unsupported', 'this page has no WebCrypto: open it over https')
  const { signer, signed, content } = token
  const digest = digests[signer.digestAlgorithm.algorithmId]
  const isPlainRsa = signer.signatureAlgorithm.algorithmId === ID_RSA_ENCRYPTION
  if (digest === undefined || !(isPlainRsa || isAccepted(signer.signatureAlgorithm))) {
    throw new ProofError('unsupported', 'the timestamp token is not signed with RSA or ECDSA over SHA-2')
  }
  const certificate = known.find((one) => namesCertificate(signer, one))
  if (certificate === undefined)
    invalid("lacks its signer's certificate, or names another one: request it with certificates")
  const { sid } = signer
  if (sid instanceof IssuerAndSerialNumber && !sid.serialNumber.isEqual(certificate.serialNumber)) {
    invalid('names two different signers')
  }
  if (signer.signedAttrs === undefined) invalid('has no signed attributes')
  const type = attribute(signer, ID_CONTENT_TYPE)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== signed.encapContentInfo.eContentType) {
    invalid('is signed as another type of content')
  }
  const stated = attribute(signer, ID_MESSAGE_DIGEST)
  if (!(stated instanceof OctetString) || !equalBytes(bytesOf(stated), digest.hash(content))) {
    invalid('was changed: its content differs from what was signed')
  }
  const { signature, signatureAlgorithm, signedAttrs } = signer
  const isValid = await engine
    .verifyWithPublicKey(
      signedAttrs.encodedValue,
      signature,
      certificate.subjectPublicKeyInfo,
      signatureAlgorithm,
      ...(isPlainRsa ? [digest.name] : []),
    )
    // Rejects when the signature has no valid form.
    .catch(() => false)
  if (!isValid) invalid('has an invalid signature')
  return certificate
}

/** Returns the only value of a signed attribute. */
function attribute({ signedAttrs }: SignerInfo, id: string): BaseBlock | undefined {
  const found = signedAttrs?.attributes.filter(({ type }) => type === id) ?? []
  if (found.length > 1 || (found[0]?.values.length ?? 1) !== 1) invalid('has an attribute twice')
  return found[0]?.values[0]
}

/** Returns whether the signed attributes name the certificate: by its digest and, where they do, by its issuer and serial number. */
function namesCertificate(signer: SignerInfo, certificate: Certificate): boolean {
  const v2 = attribute(signer, ID_SIGNING_CERTIFICATE_V2)
  const value = v2 ?? attribute(signer, ID_SIGNING_CERTIFICATE)
  const list = value && compareSchema(value, value, signingCertificate)
  const first: BaseBlock | undefined = list?.verified ? list.result.certificates?.[0] : undefined
  const id = first && compareSchema(first, first, certificateId)
  if (!id?.verified) return false
  const algorithm: ObjectIdentifier | undefined = id.result.algorithm
  const hash = v2 === undefined ? sha1 : algorithm === undefined ? sha256 : digests[algorithm.getValue()]?.hash
  const bytes = new Uint8Array(certificate.toSchema().toBER())
  return (
    hash !== undefined &&
    equalBytes(bytesOf(id.result.hash), hash(bytes)) &&
    namesIssuer(id.result.issuerSerial, certificate)
  )
}

/** Reads `IssuerSerial` (RFC 5035 §5): one name of the issuer, and a serial number. */
function namesIssuer(block: BaseBlock | undefined, { issuer, serialNumber }: Certificate): boolean {
  if (block === undefined) return true
  const [names, serial] = block instanceof Sequence ? block.valueBlock.value : []
  const [only, ...others] = new GeneralNames({ schema: names }).names
  const isIssuer = only?.value instanceof RelativeDistinguishedNames && only.value.isEqual(issuer)
  return isIssuer && others.length === 0 && serial instanceof Integer && serial.isEqual(serialNumber)
}

function bytesOf(value: OctetString): Uint8Array {
  return new Uint8Array(value.getValue())
}

function invalid(problem: string): never {
  throw new ProofError('token', `the timestamp token ${problem}`)
}
