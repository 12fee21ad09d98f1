import type { ProofAnchor } from './format.js'
import type { ManifestAnchor, ManifestBlock } from './manifest.js'

/** Collects the blocks of anchors, so that a manifest holds each block, and each node of its trie, once. */
export class BlockTable {
  private readonly places = new Map<string, { at: number; nodes: Map<string, number>; block: ProofAnchor }>()

  /** The anchor with references instead of what it shares with others. */
  add({ trieProof, header, blockHash, blockNumber, blockTime, ...anchor }: ProofAnchor): ManifestAnchor {
    if (blockHash === undefined || trieProof === undefined) return anchor
    let place = this.places.get(blockHash)
    if (place === undefined) {
      const block = { header, blockHash, blockNumber, blockTime } as ProofAnchor
      place = { at: this.places.size, nodes: new Map(), block }
      this.places.set(blockHash, place)
    }
    const { at, nodes } = place
    const indexes = trieProof.map((node) => {
      const known = nodes.get(node) ?? nodes.size
      nodes.set(node, known)
      return known
    })
    return { ...anchor, block: at, trieProof: indexes }
  }

  /** What was collected so far, in the order in which it was first named. */
  *blocks(): IterableIterator<ManifestBlock> {
    for (const { block, nodes } of this.places.values()) {
      yield { ...block, nodes: [...nodes.keys()] } as unknown as ManifestBlock
    }
  }
}

/** The anchor as a proof of its own has it. */
export function expandAnchor(anchor: ManifestAnchor, blocks: readonly ManifestBlock[]): ProofAnchor {
  const { block: at, trieProof, ...rest } = anchor
  if (at === undefined || trieProof === undefined) return rest
  const { nodes, ...block } = blocks[at]!
  return { ...rest, ...block, trieProof: trieProof.map((node) => nodes[node]!) }
}
