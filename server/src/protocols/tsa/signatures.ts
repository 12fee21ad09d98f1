import type { TrustedClock } from '../../base/turns/clock.js'
import { type Authority, validityProblem } from './authority.js'
import { signToken, type TokenTerms } from './token.js'

const sha256Id = '2.16.840.1.101.3.4.2.1'

/**
 * Returns how the authority timestamps the signatures of this service's own certificates: by the rules of `/tsa`, but without a stamp, since the
 * certificate has a proof of its own.
 */
export function signatures(authority: Authority, terms: TokenTerms, clock: TrustedClock) {
  return async (hash: Buffer): Promise<Buffer> => {
    const problem = validityProblem(authority, Date.now())
    if (problem !== null) throw new Error(problem)
    if (clock.doubts().length > 0) throw new Error("This authority's clock is in doubt.")
    const asked = { algorithm: sha256Id, hash, nonce: undefined, withCertificates: true }
    const { content } = await signToken(authority, terms, asked)
    return Buffer.from(content.toSchema().toBER())
  }
}
