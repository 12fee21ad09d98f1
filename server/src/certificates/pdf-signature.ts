import { createHash, createPrivateKey, type Hash, type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { SignPdf } from '@signpdf/signpdf'
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
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
import { formParts } from '../base/internals.js'
import type { SignatureTimestamps } from './signature-timestamps.js'

/** Room for a signature with its certificates and its timestamp, in bytes. */
const signatureBytesMax = 24_576
/** Stands for the numbers of ByteRange until the file is complete. */
const rangePlace = '**********'

const data = '1.2.840.113549.1.7.1'
const signedData = '1.2.840.113549.1.7.2'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const timeStampToken = '1.2.840.113549.1.9.16.2.14'

/**
 * Leaves room for a signature (ISO 32000-1 §12.8, PAdES baseline B-T, or B-B without a timestamp). It has no appearance, so the page shows the same with it. Call
 * before the first annotation of the first page.
 *
 * @returns the object with the room; ended last, little of a long file comes after it
 */
export function addSignaturePlace(doc: PDFKit.PDFDocument): { end(): void } {
  const { page, ref, root, acroform } = formParts(doc)
  const signature = ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    M: new Date(),
    ByteRange: [0, rangePlace, rangePlace, rangePlace],
    Contents: Buffer.alloc(signatureBytesMax),
  })
  const widget = ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    T: new String('Signature'),
    // Printed, as PDF/A wants it, though there is nothing to print.
    V: signature,
    F: 4,
    P: page.dictionary,
  })
  page.annotations.push(widget)
  // pdfkit ends the form with the document, and expects a font for fields with text.
  root.data.AcroForm = ref({ SigFlags: 3, Fields: [widget], DR: { Font: {} } })
  acroform.defaultFont = 'text'
  widget.end()
  return signature
}

/** Signs certificates with the service's own key. */
export class PdfSigner extends Signer {
  private readonly key: webcrypto.CryptoKey
  private readonly chain: readonly Certificate[]
  private readonly timestamps: Timestamps
  private readonly signPdf = new SignPdf()

  private constructor(key: webcrypto.CryptoKey, chain: readonly Certificate[], timestamps: Timestamps) {
    super()
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
  static async fromFile(path: string, timestamps: Timestamps = none): Promise<PdfSigner> {
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
    return new PdfSigner(
      await signingKey(key),
      certificates.map(({ raw }) => Certificate.fromBER(raw)),
      timestamps,
    )
  }

  /** Signs a PDF drawn with room for a signature. */
  signed(pdf: Buffer): Promise<Buffer> {
    return this.signPdf.sign(pdf, this)
  }

  /**
   * Signs a PDF of which only the end is at hand, with the room for a signature in it.
   *
   * @param before SHA-256 of what comes before the end, not yet digested
   * @param at length of what comes before the end, in bytes
   * @returns the end with the signature
   */
  async signedEnd(before: Hash, at: number, end: Buffer): Promise<Buffer> {
    const place = `[0 ${Array(3).fill(`/${rangePlace}`).join(' ')}]`
    const rangeAt = end.indexOf(place)
    const from = end.indexOf('/Contents <', rangeAt) + '/Contents '.length
    const to = from + 2 * signatureBytesMax + 2
    if (rangeAt < 0 || end.at(from) !== 0x3c || end.at(to - 1) !== 0x3e) throw new Error('no room for a signature')
    const signed = Buffer.from(end)
    signed.write(`[0 ${at + from} ${at + to} ${end.length - to}]`.padEnd(place.length), rangeAt, 'latin1')
    before.update(signed.subarray(0, from)).update(signed.subarray(to))
    signed.write((await this.signature(before.digest())).toString('hex'), from + 1, 'latin1')
    return signed
  }

  override sign(content: Buffer): Promise<Buffer> {
    return this.signature(sha256(content))
  }

  /** Returns the detached CMS signature (RFC 5652) of what has a SHA-256. */
  private async signature(digest: Buffer): Promise<Buffer> {
    const [own] = this.chain
    if (own === undefined) throw new Error('a signer has a certificate')
    const certificateHash = new OctetString({ valueHex: sha256(Buffer.from(own.toSchema().toBER())) })
    const attributes = [
      new Attribute({ type: contentType, values: [new ObjectIdentifier({ value: data })] }),
      new Attribute({ type: messageDigest, values: [new OctetString({ valueHex: digest })] }),
      new Attribute({ type: signingCertificateV2, values: [nested(nested(nested(certificateHash)))] }),
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
