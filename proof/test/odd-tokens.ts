import { createHash, webcrypto } from 'node:crypto'
import { BitString, Integer, Null, ObjectIdentifier, OctetString, PrintableString, Sequence, Utf8String } from 'asn1js'
import {
  Accuracy,
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  GeneralSubtree,
  IssuerAndSerialNumber,
  MessageImprint,
  NameConstraints,
  RelativeDistinguishedNames,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs'

/*
 * Timestamp tokens and certificates of any form, right or wrong, made without a program: openssl refuses to make most of them.
 */

const { subtle } = webcrypto
const timeStamping = '1.3.6.1.5.5.7.3.8'
const codeSigning = '1.3.6.1.5.5.7.3.3'
const anyPurpose = '2.5.29.37.0'
const tstInfo = '1.2.840.113549.1.9.16.1.4'

export const imprints = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const

type Keys = webcrypto.CryptoKeyPair
export type KeyKind = 'P-256' | 'rsa' | 'rsa-1024' | 'rsa-pss'

/** How a certificate is made; by default as it should be. */
export interface CertificateForm {
  name?: string
  extensions?: readonly Extension[]
  /** Validity, as years: the first included, the last not. */
  from?: number
  to?: number
  /** Digest of the signature on it. */
  digest?: 'SHA-1' | 'SHA-256'
  version?: 1 | 3
}

/** How a token is made; by default as it should be. */
export interface TokenForm {
  root?: CertificateForm
  issuer?: CertificateForm
  signer?: CertificateForm
  keys?: KeyKind
  /** The certificate that the reader trusts. */
  trusts?: 'root' | 'issuer' | 'signer' | 'another'
  version?: number
  /** `YYYYMMDDhhmmssZ`, or whatever the token says. */
  time?: string
  accuracy?: { seconds?: number; millis?: number }
  imprint?: { algorithm: string; digest: Uint8Array }
  /** The name of the authority in the token. */
  tsa?: string
  /** Issuer and serial number that the attribute with the signer's certificate names. */
  essIssuer?: string
  criticalExtension?: boolean
  /** Changes a byte of the signature. */
  damaged?: boolean
}

export interface MadeToken {
  token: Buffer
  /** PEM of what the reader trusts. */
  trusted: string
}

const extension = (extnID: string, critical: boolean, value: { toBER(sizeOnly?: boolean): ArrayBuffer }) =>
  new Extension({ extnID, critical, extnValue: value.toBER(false) })

const constraints = (kind: 'permittedSubtrees' | 'excludedSubtrees', name: string) =>
  extension(
    '2.5.29.30',
    true,
    new NameConstraints({
      [kind]: [new GeneralSubtree({ base: new GeneralName({ type: 4, value: nameOf(name) }) })],
    }).toSchema(),
  )

/** Extensions of certificates. */
export const extensions = {
  authority: (pathLenConstraint?: number) =>
    extension(
      '2.5.29.19',
      true,
      new BasicConstraints({ cA: true, ...(pathLenConstraint === undefined ? {} : { pathLenConstraint }) }).toSchema(),
    ),
  noAuthority: () => extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema()),
  /** RFC 5280 §4.2.1.3, its bits from the first: 0x80 digitalSignature, 0x40 nonRepudiation, 0x20 keyEncipherment, 0x04 keyCertSign. */
  keyUsage: (bits: number) =>
    extension('2.5.29.15', true, new BitString({ valueHex: Uint8Array.of(bits).buffer, unusedBits: 0 })),
  purposes: (
    keyPurposes: ('timeStamping' | 'codeSigning' | 'any')[] = ['timeStamping'],
    { critical = true }: { critical?: boolean } = {},
  ) => {
    const ids = { timeStamping, codeSigning, any: anyPurpose }
    return extension(
      '2.5.29.37',
      critical,
      new ExtKeyUsage({ keyPurposes: keyPurposes.map((one) => ids[one]) }).toSchema(),
    )
  },
  unknown: (critical: boolean) => extension('1.2.3.4.5', critical, new Null()),
  otherName: () =>
    extension(
      '2.5.29.17',
      true,
      new GeneralNames({ names: [new GeneralName({ type: 2, value: 'tsa.example' })] }).toSchema(),
    ),
  policies: () =>
    extension(
      '2.5.29.32',
      true,
      new Sequence({ value: [new Sequence({ value: [new ObjectIdentifier({ value: '1.2.3.4' })] })] }),
    ),
  namesOnly: (name: string) => constraints('permittedSubtrees', name),
  namesBut: (name: string) => constraints('excludedSubtrees', name),
}

const authority = () => [extensions.authority(), extensions.keyUsage(0x06)]

function nameOf(name: string): RelativeDistinguishedNames {
  return new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({ type: '2.5.4.6', value: new PrintableString({ value: 'DE' }) }),
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
    ],
  })
}

const algorithms = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
  'rsa-1024': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 1024,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
  'rsa-pss': { name: 'RSA-PSS', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
}
const keys = new Map<string, Promise<Keys>>()
/** Keys of a role are made once. */
function keysOf(role: string, kind: KeyKind = 'P-256'): Promise<Keys> {
  const known = keys.get(`${role} ${kind}`)
  if (known) return known
  const made = subtle.generateKey(algorithms[kind], true, ['sign', 'verify']) as Promise<Keys>
  keys.set(`${role} ${kind}`, made)
  return made
}

let serial = 1
async function certificateOf(
  { name = '', extensions: own = [], from = 2015, to = 2045, digest = 'SHA-256', version = 3 }: CertificateForm,
  subjectKeys: Keys,
  issuerName: string,
  issuerKeys: Keys,
): Promise<Certificate> {
  const made = new Certificate()
  made.version = version - 1
  made.serialNumber = new Integer({ value: ++serial })
  made.subject = nameOf(name)
  made.issuer = nameOf(issuerName)
  made.notBefore.value = new Date(Date.UTC(from, 0))
  made.notAfter.value = new Date(Date.UTC(to, 0))
  if (version === 3) made.extensions = [...own]
  await made.subjectPublicKeyInfo.importKey(subjectKeys.publicKey)
  await made.sign(issuerKeys.privateKey, digest)
  return made
}

/** Makes a token about a SHA-256 digest, by a signer below an issuer below a root. */
export async function oddToken(digest: Uint8Array, form: TokenForm = {}): Promise<MadeToken> {
  const [rootKeys, issuerKeys] = [await keysOf('root'), await keysOf('issuer')]
  const signerKeys = await keysOf('signer', form.keys)
  const [rootName, issuerName] = [form.root?.name ?? 'Root', form.issuer?.name ?? 'Issuer']
  const root = await certificateOf(
    { name: rootName, extensions: authority(), ...form.root },
    rootKeys,
    rootName,
    rootKeys,
  )
  const issuer = await certificateOf(
    { name: issuerName, extensions: authority(), ...form.issuer },
    issuerKeys,
    rootName,
    rootKeys,
  )
  const usual = [extensions.keyUsage(0x80), extensions.purposes()]
  const signer = await certificateOf(
    { name: 'Clock', extensions: usual, ...form.signer },
    signerKeys,
    issuerName,
    issuerKeys,
  )
  const another = await certificateOf({ name: 'Another', extensions: authority() }, rootKeys, 'Another', rootKeys)
  const token = await tokenOf(digest, form, signer, signerKeys, [signer, issuer])
  return { token, trusted: pem({ root, issuer, signer, another }[form.trusts ?? 'root']) }
}

async function tokenOf(
  digest: Uint8Array,
  form: TokenForm,
  signer: Certificate,
  signerKeys: Keys,
  certificates: Certificate[],
): Promise<Buffer> {
  const { imprint = { algorithm: imprints.sha256, digest }, time = '20261101000000Z', accuracy = { seconds: 1 } } = form
  const info = new TSTInfo({
    version: form.version ?? 1,
    policy: '1.2.3',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: imprint.algorithm }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(imprint.digest).buffer }),
    }),
    serialNumber: new Integer({ value: 7 }),
    genTime: new Date(Date.UTC(2026, 10, 1)),
    accuracy: new Accuracy(accuracy),
    ...(form.tsa === undefined ? {} : { tsa: new GeneralName({ type: 4, value: nameOf(form.tsa) }) }),
    ...(form.criticalExtension ? { extensions: [extensions.unknown(true)] } : {}),
  })
  const content = withTime(Buffer.from(info.toSchema().toBER(false)), time)
  const certificateDer = signer.toSchema(true).toBER(false)
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
  })
  const essIssuer =
    form.essIssuer === undefined
      ? []
      : [
          new Sequence({
            value: [
              new GeneralNames({ names: [new GeneralName({ type: 4, value: nameOf(form.essIssuer) })] }).toSchema(),
              signer.serialNumber,
            ],
          }),
        ]
  const certificateHash = new OctetString({ valueHex: await subtle.digest('SHA-256', certificateDer) })
  const named = new Sequence({
    value: [new Sequence({ value: [new Sequence({ value: [certificateHash, ...essIssuer] })] })],
  })
  signerInfo.signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: tstInfo })] }),
      new Attribute({
        type: '1.2.840.113549.1.9.4',
        values: [new OctetString({ valueHex: await subtle.digest('SHA-256', content) })],
      }),
      new Attribute({ type: '1.2.840.113549.1.9.16.2.47', values: [named] }),
    ],
  })
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: tstInfo,
      eContent: new OctetString({ valueHex: Uint8Array.from(content).buffer }),
    }),
    signerInfos: [signerInfo],
    certificates,
  })
  await signed.sign(signerKeys.privateKey, 0, 'SHA-256')
  const outer = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) })
  const bytes = Buffer.from(outer.toSchema().toBER(false))
  if (form.damaged) bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3)
  return bytes
}

/** Writes another time into the DER of a TSTInfo, which is shorter than 128 bytes but for its own header. */
function withTime(der: Buffer, time: string): Buffer {
  const usual = '20261101000000Z'
  const at = der.indexOf(usual)
  const header = der.readUInt8(1) < 0x80 ? 2 : 3
  const body = Buffer.concat([
    der.subarray(header, at - 1),
    Buffer.of(time.length),
    Buffer.from(time),
    der.subarray(at + usual.length),
  ])
  const length = body.length < 0x80 ? [body.length] : [0x81, body.length]
  return Buffer.concat([der.subarray(0, 1), Buffer.from(length), body])
}

function pem(certificate: Certificate): string {
  const text = Buffer.from(certificate.toSchema(true).toBER(false)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}

/** Returns the SHA-256 of a text. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest()
