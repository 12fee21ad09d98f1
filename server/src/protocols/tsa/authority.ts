import { createPrivateKey, createPublicKey, type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { ProofError } from '@tallystick/proof'
import { readCertificates, signerProblem } from '@tallystick/proof/tsa'
import type { Certificate } from 'pkijs'
import { ConfigError } from '../../base/settings/config.js'

/** The certificate and key that sign tokens. */
export interface Authority {
  certificate: Certificate
  /** Its issuers', from the bottom up. */
  chain: readonly Certificate[]
  key: webcrypto.CryptoKey
  digest: 'SHA-256' | 'SHA-384' | 'SHA-512'
  /** All certificates as PEM. */
  pem: string
}

const rsaBitsMin = 2048
const curves: Readonly<Record<string, { name: string; digest: Authority['digest'] }>> = {
  prime256v1: { name: 'P-256', digest: 'SHA-256' },
  secp384r1: { name: 'P-384', digest: 'SHA-384' },
  secp521r1: { name: 'P-521', digest: 'SHA-512' },
}

/**
 * Checks that a certificate may sign timestamps, and prepares its key. Whether it is valid now is asked before each token
 * ({@link validityProblem}): it is the authority that ends with it, not the service.
 *
 * @param certificates PEM: the authority's, and its issuers'
 * @param privateKey PEM
 * @throws {ConfigError} in words for the operator
 */
export async function openAuthority(certificates: string, privateKey: string): Promise<Authority> {
  const all = parsed(certificates)
  const key = keyOf(privateKey)
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const at = all.findIndex(({ x509 }) => x509.publicKey.export({ type: 'spki', format: 'der' }).equals(spki))
  const own = all[at]
  if (own === undefined) refuse('TSA_KEY does not belong to TSA_CERTIFICATE. Set the key of that certificate.')
  const { certificate } = own
  const problem = signerProblem(certificate)
  if (problem)
    refuse(
      `TSA_CERTIFICATE ${problem}. Request one with the critical extended key usage timeStamping alone, and the key usage digitalSignature alone.`,
    )
  const chain = all.filter((_, other) => other !== at).map((one) => one.certificate)
  return { certificate, chain, ...(await signingKey(key)), pem: all.map((one) => one.x509.toString()).join('') }
}

/** Returns why a certificate signs nothing at a time, as a sentence; null when it does. */
export function validityProblem({ certificate }: Pick<Authority, 'certificate'>, nowMs: number): string | null {
  const { notBefore, notAfter } = certificate
  if (nowMs < notBefore.value.getTime())
    return `The certificate of this authority is not valid before ${notBefore.value.toISOString()}.`
  if (nowMs > notAfter.value.getTime())
    return `The certificate of this authority expired on ${notAfter.value.toISOString()}.`
  return null
}

function parsed(pem: string) {
  try {
    return readCertificates(pem).map((certificate) => ({
      certificate,
      x509: new X509Certificate(Buffer.from(certificate.toSchema().toBER())),
    }))
  } catch (error) {
    const reason = error instanceof ProofError ? error.message : 'a certificate cannot be read'
    return refuse(`TSA_CERTIFICATE: ${reason}.`)
  }
}

function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    return refuse('TSA_KEY is not a private key that can be read. Set it in PEM, without a passphrase.')
  }
}

async function signingKey(key: KeyObject): Promise<Pick<Authority, 'key' | 'digest'>> {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const load = (algorithm: webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams) =>
    webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= rsaBitsMin) {
    return { key: await load({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }), digest: 'SHA-256' }
  }
  const curve = curves[namedCurve]
  if (curve === undefined)
    refuse(`TSA_KEY must be RSA of ${rsaBitsMin} bits or more, or an elliptic curve: P-256, P-384 or P-521.`)
  return { key: await load({ name: 'ECDSA', namedCurve: curve.name }), digest: curve.digest }
}

function refuse(problem: string): never {
  throw new ConfigError([problem])
}
