import type { ProofAnchor, ProofDocument } from './format.js'

/** Chain ids that development nodes take: whatever a proof says, such a chain is somebody's own. */
const developmentChains = new Set(['eip155:1337', 'eip155:31337'])

/** What an anchor says about its chain; an .ots file gives no name, and does not say whose it is. */
export type AnchorChain = Pick<ProofAnchor, 'chain'> & Partial<Pick<ProofAnchor, 'network' | 'private'>>

/** Whether an anchor's chain is to be treated as private. */
export function isPrivateChain({ chain, private: isPrivate = false }: AnchorChain): boolean {
  return isPrivate || developmentChains.has(chain)
}

/** The network of an anchor in words. */
export function networkName({ chain, network }: AnchorChain): string {
  return network === undefined ? chain : `${network} (${chain})`
}

/** What has to be believed about an anchor that was verified from itself, or in a block the caller trusts. */
export function anchorGrounds(anchor: ProofAnchor, trustedBlockHash: string | undefined): string[] {
  const { blockHash, state } = anchor
  const name = networkName(anchor)
  if (blockHash === undefined) {
    return [`The transaction for ${name} is signed but, as far as this proof goes, in no block: no time is proven yet.`]
  }
  const alone = `From the proof alone: that the block with the hash ${blockHash} is part of ${name} has not been compared with any network.`
  const trusted = `You named the block hash ${blockHash} as trusted: the verdict rests on your source of it.`
  return [
    blockHash === trustedBlockHash?.toLowerCase() ? trusted : alone,
    ...privateGrounds(anchor),
    `"${state}" and the network's name are the issuer's words; only the network can confirm them.`,
  ]
}

/** What a private chain means for the verdict; nothing for a public one. */
export function privateGrounds(anchor: AnchorChain): string[] {
  if (!isPrivateChain(anchor)) return []
  return [`${networkName(anchor)} is a private chain: the time is as good as the word of whoever runs it.`]
}

/** What has to be believed, or is not proven, about the entry itself. */
export function entryGrounds(proof: ProofDocument, fileCompared: boolean): string[] {
  const grounds: string[] = []
  if (!fileCompared) grounds.push(`No file was compared: the proof is about whatever has the digest ${proof.hash}.`)
  if (proof.details === undefined) {
    grounds.push(
      'Salt and details are absent: the code and other particulars of the entry are not proven, its digest is.',
    )
  }
  return grounds
}
