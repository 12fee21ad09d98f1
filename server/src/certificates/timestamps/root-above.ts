import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

/** A root that stands above a token's signer. */
export interface RootAbove {
  certificate: X509Certificate
  /** From Mozilla's list, which Node carries; otherwise from the token itself, where anyone can put one. */
  isPublic: boolean
}

const chainMax = 10

let publicRoots: readonly X509Certificate[] | undefined

/** Returns the root that a token's certificates lead to; undefined when it's neither public nor among them. */
export function rootAbove(certificates: readonly X509Certificate[]): RootAbove | undefined {
  publicRoots ??= rootCertificates.map((pem) => new X509Certificate(pem))
  // The signer issued none of the others.
  let at = certificates.find((one) => !certificates.some((other) => other !== one && isIssuedBy(other, one)))
  for (let length = 0; at !== undefined && length < chainMax; length++) {
    const last = at
    const root = publicRoots.find((one) => isIssuedBy(last, one))
    if (root !== undefined) return { certificate: root, isPublic: true }
    if (isIssuedBy(last, last)) return { certificate: last, isPublic: false }
    at = certificates.find((one) => one !== last && isIssuedBy(last, one))
  }
  return undefined
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
