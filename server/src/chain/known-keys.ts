import { createHash } from 'node:crypto'
import { embeddedChainId } from '../base/settings/config.js'

/** Prefixes of the SHA-256 of keys 0–19 of "test test test test test test test test test test test junk". */
const wellKnownKeys = new Set(
  (
    '59891c96881dfbcf bca4c2c0761d850f 193ae84c4c9567c2 e25a680eff8baac7 6718ba8966161cc8 ac29b3735d1b5718 93e372c67f7238fa ' +
    '59ad99d565557cc0 2d1831e800ec18fe 25061aad2bb09178 ea72a3e7d4937af3 e77b7f2257fe244c 3d10abbc9c3e287b 6503803831c946cd ' +
    '74f97a55058da1ba b8acf5d5eb4e7fd0 a9c85ef9ebbbe068 c188a572f30c631c ac70e04ef12b755b fd375fcf38ac71dd'
  ).split(' '),
)

/**
 * Returns why a key must not sign on a chain; undefined if it may. Anyone can sign with a key that development nodes start with, and
 * outside of such nodes its funds are stolen within seconds.
 */
export function keyProblem(key: Uint8Array, chainId: number): string | undefined {
  const isKnown = wellKnownKeys.has(createHash('sha256').update(key).digest('hex').slice(0, 16))
  if (!isKnown || chainId === embeddedChainId) return undefined
  return `SIGNER_KEY is publicly known, a development key: on chain ${chainId} anyone could sign as this notary. Use another key.`
}
