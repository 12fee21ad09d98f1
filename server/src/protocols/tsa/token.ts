import { Integer, ObjectIdentifier, OctetString, Primitive, Sequence } from 'asn1js'
import {
  Accuracy,
  AlgorithmIdentifier,
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  IssuerSerial,
  id_ContentType_SignedData,
  id_eContentType_TSTInfo,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs'
import { createdAt, newUuid } from '../../base/ids.js'
import { random16, sha256 } from '../../ledger/entry.js'
import type { Authority } from './authority.js'
import type { TimestampRequest } from './request.js'

const idContentType = '1.2.840.113549.1.9.3'
const idMessageDigest = '1.2.840.113549.1.9.4'
const idSigningCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const directoryName = 4

/** The operator's choices for tokens. */
export interface TokenTerms {
  /** An object identifier. */
  policy: string
  /** How far the clock may be off. */
  accuracyMs: number
}

/** A signed token. */
export interface Token {
  /** A UUIDv7: the serial number, and the time in the token. */
  serial: string
  content: ContentInfo
}

/**
 * Signs a token (RFC 3161 §2.4.2) of this moment, by the service's clock: the digest was here at that time, so the time is never
 * too early; and the token is signed within the same millisecond or later, so it is never ahead of the clock.
 */
export async function signToken(
  { certificate, chain, key, digest }: Authority,
  { policy, accuracyMs }: TokenTerms,
  request: TimestampRequest,
): Promise<Token> {
  const serial = newUuid(random16())
  const info = new TSTInfo({
    version: 1,
    policy,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: request.algorithm }),
      hashedMessage: new OctetString({ valueHex: request.hash }),
    }),
    serialNumber: new Integer({ valueHex: Buffer.from(serial.replaceAll('-', ''), 'hex') }),
    genTime: new Date(createdAt(serial)),
    accuracy: accuracyOf(accuracyMs),
    ...(request.nonce && { nonce: request.nonce }),
    tsa: new GeneralName({ type: directoryName, value: certificate.subject }),
  }).toSchema()
  info.valueBlock.value[genTimeAt] = generalizedTime(createdAt(serial))
  const content = new Uint8Array(info.toBER())

  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: id_eContentType_TSTInfo })
  // Given to the constructor, it would be split into parts, which DER doesn't allow.
  encapContentInfo.eContent = new OctetString({ valueHex: content })
  const { issuer, serialNumber } = certificate
  const contentDigest = new OctetString({ valueHex: await crypto.subtle.digest(digest, content) })
  const attributes = [
    new Attribute({ type: idContentType, values: [new ObjectIdentifier({ value: id_eContentType_TSTInfo })] }),
    new Attribute({ type: idMessageDigest, values: [contentDigest] }),
    new Attribute({ type: idSigningCertificateV2, values: [signingCertificate(certificate)] }),
  ]
  const signed = new SignedData({
    version: 3,
    encapContentInfo,
    ...(request.withCertificates && { certificates: [certificate, ...chain] }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: attributes.sort(byDer) }),
      }),
    ],
  })
  await signed.sign(key, 0, digest)
  return {
    serial,
    content: new ContentInfo({ contentType: id_ContentType_SignedData, content: signed.toSchema(true) }),
  }
}

/** After version, policy, imprint and serial number. */
const genTimeAt = 4

/** The library writes trailing zeros of a fraction, which RFC 3161 doesn't allow. */
function generalizedTime(iso: string): Primitive {
  const text = iso.replace(/[-:T]/g, '').replace(/\.?0*Z$/, 'Z')
  return new Primitive({ idBlock: { tagClass: 1, tagNumber: 24 }, valueHex: Buffer.from(text) })
}

function accuracyOf(ms: number): Accuracy {
  const [seconds, millis] = [Math.floor(ms / 1000), ms % 1000]
  return new Accuracy({ ...(seconds > 0 && { seconds }), ...(millis > 0 && { millis }) })
}

/** Names the signer's certificate by its SHA-256 (ESSCertIDv2, RFC 5035). */
function signingCertificate(certificate: Certificate): Sequence {
  const names = new GeneralNames({ names: [new GeneralName({ type: directoryName, value: certificate.issuer })] })
  const issuerSerial = new IssuerSerial({ issuer: names, serialNumber: certificate.serialNumber })
  const hash = new OctetString({ valueHex: sha256(new Uint8Array(certificate.toSchema().toBER())) })
  const id = new Sequence({ value: [hash, issuerSerial.toSchema()] })
  return new Sequence({ value: [new Sequence({ value: [id] })] })
}

/** The order of a SET OF in DER. */
function byDer(a: Attribute, b: Attribute): number {
  return Buffer.compare(Buffer.from(a.toSchema().toBER()), Buffer.from(b.toSchema().toBER()))
}
