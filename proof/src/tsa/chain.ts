import { type Certificate, CertificateChainValidationEngine } from 'pkijs'
import { equalBytes } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { formProblem, isAccepted, issuerProblem, nameText } from './certificates.js'

/** Bounds of the search, which keep a hostile token from running away with it. */
const MAX_CERTIFICATES = 32
const MAX_LENGTH = 6
const MAX_SIGNATURES = 64

/**
 * Finds a chain from a signer to a trusted authority, valid at a time (RFC 5280 §6). Revocation is not checked: that needs network access.
 * A reader can also trust the signer's own certificate.
 * @param known certificates that may stand between, from the token.
 * @returns the authority's certificate, and until when every certificate of the chain is valid.
 * @throws {@link ProofError} `authority`.
 */
export async function trustedIssuer(
  signer: Certificate,
  known: readonly Certificate[],
  authorities: readonly Certificate[],
  time: Date,
): Promise<{ authority: Certificate; validUntil: Date }> {
  const own = nameText(signer.subject)
  if (known.length > MAX_CERTIFICATES) refused(`the token holds more than ${MAX_CERTIFICATES} certificates`)
  let problem = `the certificate of ${own} does not lead to an authority that you trust`
  for await (const chain of chains(signer, known, authorities)) {
    const found = await chainProblem(chain, time)
    if (found === undefined) {
      const ends = chain.map(({ notAfter }) => notAfter.value.getTime())
      return { authority: chain.at(-1)!, validUntil: new Date(Math.min(...ends)) }
    }
    problem = found
  }
  return refused(problem)
}

/** Yields the chains that names and signatures allow, each from the signer up to an authority. */
async function* chains(
  signer: Certificate,
  known: readonly Certificate[],
  authorities: readonly Certificate[],
): AsyncGenerator<Certificate[]> {
  let signatures = 0
  async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
    if (!certificate.issuer.isEqual(issuer.subject)) return false
    if (signatures++ === MAX_SIGNATURES) refused('the certificates in the token are too entangled')
    // Rejects when the key is of an unknown kind.
    return certificate.verify(issuer).catch(() => false)
  }
  async function* from(below: Certificate[]): AsyncGenerator<Certificate[]> {
    const last = below.at(-1)!
    for (const authority of authorities) {
      if (!below.some((one) => isAlike(one, authority)) && (await isIssuedBy(last, authority)))
        yield [...below, authority]
    }
    if (below.length === MAX_LENGTH) return
    for (const next of known) {
      if (!below.some((one) => isAlike(one, next)) && (await isIssuedBy(last, next))) yield* from([...below, next])
    }
  }
  yield* from([signer])
  // An authority above it says more.
  if (authorities.some((authority) => isSame(authority, signer))) yield [signer]
}

async function chainProblem(chain: readonly Certificate[], time: Date): Promise<string | undefined> {
  for (const [at, certificate] of chain.entries()) {
    const name = nameText(certificate.subject)
    const { notBefore, notAfter } = certificate
    if (time < notBefore.value || time > notAfter.value) {
      const validity = `${notBefore.value.toISOString()} to ${notAfter.value.toISOString()}`
      return `the certificate of ${name} was not valid at ${time.toISOString()}, only from ${validity}`
    }
    const unfit = formProblem(certificate)
    if (unfit) return `the certificate of ${name} ${unfit}`
    const isAuthority = at === chain.length - 1
    if (!isAuthority && !isAccepted(certificate.signatureAlgorithm))
      return `the certificate of ${name} is not signed with SHA-2`
    const problem = at === 0 ? undefined : issuerProblem(certificate, at - 1)
    if (problem) return `the certificate of ${name} ${problem}`
  }
  if (chain.length === 1) return undefined
  const engine = new CertificateChainValidationEngine({
    trustedCerts: chain.slice(-1),
    certs: [...chain.slice(1, -1), ...chain.slice(0, 1)],
    checkDate: time,
  })
  const { result, resultMessage } = await engine.verify()
  return result ? undefined : `the chain of certificates is not valid: ${resultMessage}`
}

function isSame(a: Certificate, b: Certificate): boolean {
  const bytes = (certificate: Certificate) => new Uint8Array(certificate.toSchema().toBER())
  return equalBytes(bytes(a), bytes(b))
}

/** In a chain of different names and keys each certificate has one issuer; among others the engine can run in circles. */
function isAlike(a: Certificate, b: Certificate): boolean {
  const key = ({ subjectPublicKeyInfo }: Certificate) => subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  return a.subject.isEqual(b.subject) || equalBytes(key(a), key(b))
}

function refused(problem: string): never {
  throw new ProofError('authority', problem)
}
