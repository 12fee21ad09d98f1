import { createHash, createPrivateKey, type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { SignatureTimestamps } from './signature-timestamps.js'

/** Room for a signature with its certificates and its timestamp, in bytes. */
export const signatureBytesMax = 24_576

const data = '1.2.840.113549.1.7.1'
const signedData = '1.2.840.113549.1.7.2'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const timeStampToken = '1.2.840.113549.1.9.16.2.14'

/**
 * Makes detached signatures (CMS, RFC 5652) with the service's own key, as PAdES baseline has them: B-T, or B-B without a timestamp. It
 * sees a digest alone, so it says nothing about the document.
 */
export class CmsSigner {
  private readonly key: webcrypto.CryptoKey
  private readonly chain: readonly Certificate[]
  private readonly timestamps: Timestamps

  private constructor(key: webcrypto.CryptoKey, chain: readonly Certificate[], timestamps: Timestamps) {
    this.key = key
    this.chain = chain
    this.timestamps = timestamps
  }

  /**
   * Reads key and certificates, the signer's first, from a PEM file.
   *
   * @param timestamps timestamps signatures; by default they have none
   * @throws {Error} when the file cannot be read, or its key and certificate don't belong together
   */
  static async fromFile(path: string, timestamps: Timestamps = none): Promise<CmsSigner> {
    const pem = await readFile(path, 'utf8')
    const blocks = pem.match(/-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g) ?? []
    const certificates = blocks
      .filter((block) => block.startsWith('-----BEGIN CERTIFICATE'))
      .map((block) => new X509Certificate(block))
    const privateKey = blocks.find((block) => /^-----BEGIN [A-Z ]*PRIVATE KEY/.test(block))
    const [own] = certificates
    if (privateKey === undefined || own === undefined) {
      throw new Error(
        `${path} must contain a private key and its certificate in PEM. Convert a .p12 file: openssl pkcs12 -in FILE.p12 -out FILE.pem -nodes`,
      )
    }
    const key = createPrivateKey(privateKey)
    if (!own.checkPrivateKey(key)) throw new Error(`${path}: the first certificate does not belong to the key`)
    return new CmsSigner(
      await signingKey(key),
      certificates.map(({ raw }) => Certificate.fromBER(raw)),
      timestamps,
    )
  }

  /**
   * Signs what has a SHA-256.
   *
   * @param more signed beside the attributes of every signature
   * @returns DER, at most {@link signatureBytesMax} bytes unless the certificates alone take more
   */
  async sign(digest: Buffer, more: readonly Attribute[] = []): Promise<Buffer> {
    const [own] = this.chain
    if (own === undefined) throw new Error('a signer has a certificate')
    const certificateHash = new OctetString({ valueHex: sha256(Buffer.from(own.toSchema().toBER())) })
    const attributes = [
      new Attribute({ type: contentType, values: [new ObjectIdentifier({ value: data })] }),
      new Attribute({ type: messageDigest, values: [new OctetString({ valueHex: digest })] }),
      new Attribute({ type: signingCertificateV2, values: [nested(nested(nested(certificateHash)))] }),
      ...more,
    ]
    const cms = new SignedData({
      version: 1,
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: data }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
          signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
        }),
      ],
      certificates: [...this.chain],
    })
    await cms.sign(this.key, 0, 'SHA-256')
    const signature = encoded(cms)
    const [signer] = cms.signerInfos
    if (signer === undefined) throw new Error('a signature has a signer')
    const token = await this.timestamps.timestamp(sha256(Buffer.from(signer.signature.valueBlock.valueHexView)))
    if (token === null) return signature
    // ETSI EN 319 122-1 §5.3: the token is over the signature, so it can't be signed with it.
    const attribute = new Attribute({ type: timeStampToken, values: [fromBER(new Uint8Array(token)).result] })
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] })
    const timestamped = encoded(cms)
    return timestamped.length <= signatureBytesMax ? timestamped : signature
  }
}

/** Gives tokens about signatures, or null for want of one. */
type Timestamps = Pick<SignatureTimestamps, 'timestamp'>

const none: Timestamps = { timestamp: async () => null }

function encoded(cms: SignedData): Buffer {
  const info = new ContentInfo({ contentType: signedData, content: cms.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const nested = (inner: Sequence | OctetString) => new Sequence({ value: [inner] })

function signingKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const { namedCurve } = key.asymmetricKeyDetails ?? {}
  const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }
  const curve = curves[namedCurve ?? '']
  if (key.asymmetricKeyType === 'rsa') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  }
  if (curve === undefined)
    throw new Error('the key that signs certificates must be RSA or ECDSA on P-256, P-384 or P-521')
  return webcrypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: curve }, false, ['sign'])
}
