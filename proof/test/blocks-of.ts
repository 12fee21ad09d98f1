import type { ManifestDocument } from '../src/manifest/document.js'
import type { KnownBlock } from '../src/trust/known-blocks.js'

/** The blocks of a manifest of the private chain, as a node that has them says it. */
export function blocksOf({ blocks }: ManifestDocument): KnownBlock[] {
  return blocks.map(({ blockNumber: number, blockHash: hash }) => {
    return { chain: 'eip155:31337', number, hash, source: { kind: 'node', name: 'a.example' } }
  })
}
