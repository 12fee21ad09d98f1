import { createHash, createVerify, type X509Certificate } from 'node:crypto'
import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { type HashAlgorithmType, type SignatureAlgorithmType, SignedXml } from 'xml-crypto'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const ENC = 'http://www.w3.org/2001/04/xmlenc#'

/** Digests that an XML signature may use, by their address: SHA-1 is not among them. */
const digests: Readonly<Record<string, string>> = {
  [`${ENC}sha256`]: 'sha256',
  [`${MORE}sha384`]: 'sha384',
  [`${ENC}sha512`]: 'sha512',
}
/** Signatures, by their address: the digest, and whether the key is of an elliptic curve. */
const signatures: Readonly<Record<string, readonly [digest: string, isEcdsa: boolean]>> = {
  [`${MORE}rsa-sha256`]: ['sha256', false],
  [`${MORE}rsa-sha384`]: ['sha384', false],
  [`${MORE}rsa-sha512`]: ['sha512', false],
  [`${MORE}ecdsa-sha256`]: ['sha256', true],
  [`${MORE}ecdsa-sha384`]: ['sha384', true],
  [`${MORE}ecdsa-sha512`]: ['sha512', true],
}

/** Content of a document that one of the signers signed. */
export type SignedContent = { readonly root: Element; readonly signer: X509Certificate }

/**
 * Verifies the signature in the root of an XML document (XMLDSig, enveloped) and returns what it covers: the rest of the document was
 * signed by no one, and is left out.
 * @throws Error for people when it is no XML, or none of the signers has signed all of it.
 */
export function signedContent(xml: string, signers: readonly X509Certificate[]): SignedContent {
  const document = parsed(xml)
  const own = [...children(document.documentElement)].filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === DSIG,
  )
  const [signature] = own
  if (signature === undefined || own.length > 1) throw new Error(`it has ${own.length} signatures, not one`)
  const method = signature.getElementsByTagNameNS(DSIG, 'SignatureMethod')[0]?.getAttribute('Algorithm') ?? ''
  if (!Object.hasOwn(signatures, method))
    throw new Error(`its kind of signature is not one that this command verifies: ${method}`)
  for (const signer of signers) {
    const content = verified(xml, signature, signer)
    const root = content
      ?.map((part) => parsed(part).documentElement)
      .find(({ nodeName }) => {
        return nodeName === document.documentElement.nodeName
      })
    if (root !== undefined) return { root, signer }
  }
  throw new Error('no certificate that you trust has signed it, or it was changed since')
}

/** Returns the parts that a signature covers, in canonical form; undefined when it isn't one by this signer. */
function verified(xml: string, signature: Element, signer: X509Certificate): string[] | undefined {
  const check = new SignedXml({ publicCert: signer.toString(), getCertFromKeyInfo: () => null })
  check.HashAlgorithms = algorithms(digests, hashing) as Record<HashAlgorithmType, never>
  check.SignatureAlgorithms = algorithms(signatures, verifying) as Record<SignatureAlgorithmType, never>
  try {
    check.loadSignature(signature as never)
    return check.checkSignature(xml) ? check.getSignedReferences() : undefined
  } catch {
    // The library throws for most signatures that don't fit.
    return undefined
  }
}

/** Makes the library's tables of algorithms, which has a class for each, out of ours. */
function algorithms<Kind>(table: Readonly<Record<string, Kind>>, make: (name: string, kind: Kind) => object): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, kind]) => {
      return [
        name,
        function Algorithm() {
          return make(name, kind)
        },
      ]
    }),
  )
}

const hashing = (name: string, digest: string) => ({
  getAlgorithmName: () => name,
  getHash: (xml: string) => createHash(digest).update(xml, 'utf8').digest('base64'),
})

const verifying = (name: string, [digest, isEcdsa]: readonly [string, boolean]) => ({
  getAlgorithmName: () => name,
  verifySignature: (content: string, key: string, value: string) => {
    // XMLDSig writes both numbers of an ECDSA signature one after the other.
    const publicKey = { key, ...(isEcdsa && { dsaEncoding: 'ieee-p1363' as const }) }
    return createVerify(digest).update(content, 'utf8').verify(publicKey, value, 'base64')
  },
})

/** Parses XML. @throws Error for people when it isn't one, or declares entities. */
function parsed(xml: string): Document {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('it has a DOCTYPE, which no signed list has')
  const refuse = (problem: string) => {
    throw new Error(`it is not XML: ${problem.split('\n')[0]}`)
  }
  const document = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(xml, 'text/xml')
  if (!document?.documentElement) throw new Error('it is not XML')
  return document
}

function* children(element: Element): Generator<Element> {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === node.ELEMENT_NODE) yield node as Element
  }
}
